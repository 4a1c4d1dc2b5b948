import { expect, test } from '../support/fixtures.ts';
import { waitUntilKeptIn } from '../support/lib/kept-pages.ts';
import { speak } from '../support/lib/language.ts';
import { visit } from '../support/lib/visit.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('the site measures without a network, isolated as with one, and says what needs the network', async ({
  context,
  page,
  runPage,
}) => {
  await visit(page, '/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(await page.evaluate(async () => (await fetch('/api/v1/boards')).ok)).toBe(true);
  await context.setOffline(true);
  await runPage.open({ ...BRIEF, autorun: '1' });
  await runPage.reaches('done');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await visit(page, '/leaderboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The results service cannot be reached');
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached).toContain('/history');
  expect(cached.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

test('without a network the site speaks the language that was chosen last', async ({ context, page }) => {
  await visit(page, '/privacy');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await speak(page, 'ja');
  await waitUntilKeptIn(page, 'ja');
  await context.setOffline(true);
  await visit(page, '/leaderboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('サーバーに接続できません');
});
