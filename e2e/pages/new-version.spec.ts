/** The page offers a new version of the site and does not force it. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { reload, visit } from '../support/lib/visit.ts';

test.use({ serviceWorkers: 'allow' });

const NEXT = '/service-worker.js?next';

const activeScript = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '');

/** Opens the site, waits until its service worker is active, and registers another version. */
async function registerNext(page: Page): Promise<void> {
  await visit(page, '/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate((next) => navigator.serviceWorker.register(next), NEXT);
  await expect(page.getByText('A new version is ready.')).toBeVisible();
}

test('a new version can be postponed, and waits until it is accepted', async ({ page }) => {
  await registerNext(page);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  expect(await activeScript(page)).not.toContain(NEXT);
  await reload(page);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()]);
  expect(await activeScript(page)).toContain(NEXT);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
});
