import { declaration } from './factories/declaration.ts';
import { expect, test } from './fixtures.ts';
import { LeaderboardPage } from './pages/leaderboard-page.ts';
import { SharedRunPage } from './pages/shared-run-page.ts';

test('a published result and the leaderboard can be read without script', async ({ api, measured, browser }) => {
  const declared = declaration();
  const id = await api.publish(measured, declared);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();

  const shared = new SharedRunPage(page);
  await shared.open(id);
  await expect(page.getByText(declared.device).first()).toBeVisible();
  await expect(shared.row('RND4K Q1')).toContainText(/\d/);
  for (const property of ['og:title', 'og:description', 'og:url']) {
    await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute('content', /\S/);
  }

  const leaderboard = new LeaderboardPage(page);
  await leaderboard.open();
  await expect(leaderboard.row(declared.device)).toBeVisible();
  await context.close();
});
