/** A new version of the site is offered, not forced. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

const NEXT = '/service-worker.js?next';

const inCharge = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '');

/** The site as it is kept for offline use, then another version of it. */
async function publishNext(page: Page): Promise<void> {
  await visit(page, '/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 30_000 });
  await page.evaluate((next) => navigator.serviceWorker.register(next), NEXT);
  await expect(page.getByText('A new version is ready.')).toBeVisible({ timeout: 30_000 });
}

test('it waits until somebody takes it', async ({ page }) => {
  await publishNext(page);
  expect(await inCharge(page)).not.toContain(NEXT);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()]);
  expect(await inCharge(page)).toContain(NEXT);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
});

test('it can be put off', async ({ page }) => {
  await publishNext(page);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  expect(await inCharge(page)).not.toContain(NEXT);
});
