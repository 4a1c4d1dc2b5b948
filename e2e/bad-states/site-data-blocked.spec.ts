/** A browser that blocks site data throws a SecurityError at the very names of the stores. */
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';
import { AT_ONCE } from '../support/page-objects/run-page.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const get = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get });
  });
});

test('a page that keeps nothing measures, and says why it does not publish', async ({ page, runPage }) => {
  await runPage.open({ ...AT_ONCE, engine: 'opfs-sync', size: '16MiB', rows: 'SEQ1M-Q1T1' });
  await runPage.reaches('done');
  await runPage.publish.click();
  await runPage.publishDialog.getByLabel('Device').fill('MacBook Pro');
  await runPage.publishDialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(runPage.publishDialog.getByRole('alert')).toContainText('could not keep your deletion key');
  await page.keyboard.press('Escape');
  await expect(runPage.publishDialog).toHaveCount(0);
});

test('a page that may store no files either says so, and does not check for ever', async ({ page, runPage }) => {
  await page.addInitScript(() => {
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));
  });
  await runPage.open();
  await expect(page.getByText('Site data is blocked').first()).toBeVisible();
  await expect(runPage.run).toBeDisabled();
});

test('the other pages are alive, and a group whose key could not be kept is not made', async ({ page }) => {
  for (const path of ['/history', '/leaderboard', '/compare', '/moderate', '/g']) await visit(page, path);
  await page.getByRole('button', { name: 'Make a group' }).click();
  await page.getByLabel('Name of the group').fill('Class 3b');
  await page.getByRole('button', { name: 'Make group' }).click();
  await expect(page.getByRole('alert')).toContainText('could not keep the key of the group');
});
