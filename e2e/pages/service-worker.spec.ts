/** The service worker: the site without a network, and a new version of it. Each test loads the whole site. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { waitUntilKeptIn } from '../support/lib/kept-runs.ts';
import { reload, speak, visit } from '../support/lib/visit.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('the site measures without a network, isolated as with one, and says what needs the network, in the language that was chosen last @long', async ({
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
  const cachedPaths = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cachedPaths).toContain('/history');
  expect(cachedPaths.filter((path) => path.startsWith('/api/'))).toEqual([]);

  // With a network a page is of now, and so is then what is kept of it.
  await page.evaluate(async () => {
    const [name = ''] = await caches.keys();
    await (await caches.open(name)).put('/privacy', new Response('of another day'));
  });
  await context.setOffline(false);
  await visit(page, '/privacy');
  const keptText = async () => (await caches.match('/privacy', { ignoreVary: true }))?.text();
  expect(await page.evaluate(keptText)).toContain('<h1');
  await speak(page, 'ja');
  await waitUntilKeptIn(page, 'ja');
  await context.setOffline(true);
  await visit(page, '/leaderboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('サーバーに接続できません');
});

const NEXT_SCRIPT = '/service-worker.js?next';

const activeScript = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '');

/** Opens the site, waits until its service worker is active, and has pages register another version from then on. */
async function offerNext(page: Page): Promise<void> {
  await visit(page, '/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.addInitScript((script) => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function registerNext() {
      return register.call(this, script);
    };
  }, NEXT_SCRIPT);
  await reload(page);
  await expect(page.getByText('A new version is ready.')).toBeVisible();
}

test('a new version is offered and not forced: it can be postponed, and waits until it is accepted @long', async ({
  page,
}) => {
  await offerNext(page);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  expect(await activeScript(page)).not.toContain(NEXT_SCRIPT);
  await reload(page);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()]);
  expect(await activeScript(page)).toContain(NEXT_SCRIPT);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
});
