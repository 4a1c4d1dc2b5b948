import { declaration } from './factories/declaration.ts';
import { expect, test } from './fixtures.ts';
import { BOARD_MS, LeaderboardPage } from './pages/leaderboard-page.ts';
import { SHORT } from './pages/run-page.ts';
import { SharedRunPage } from './pages/shared-run-page.ts';

test('a published result and the leaderboard can be read without script', async ({ runPage, browser }) => {
  const declared = declaration();
  await runPage.open({ ...SHORT, autorun: '1' });
  await runPage.reaches('done', 50_000);
  await runPage.publishAs(declared);
  const address = (await runPage.permalink.getAttribute('href')) ?? '';
  const written = await runPage.number('RND4K Q1', 'write');

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  const shared = new SharedRunPage(page);
  await expect(page.getByText(declared.device).first()).toBeVisible();
  await expect(shared.row('RND4K Q1')).toContainText(written);
  for (const property of ['og:title', 'og:description', 'og:url']) {
    await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute('content', /\S/);
  }

  const leaderboard = new LeaderboardPage(page);
  await expect(async () => {
    await leaderboard.open();
    await expect(leaderboard.row(declared.device)).toBeVisible({ timeout: 1 });
  }).toPass({ timeout: BOARD_MS });
  await context.close();
});
