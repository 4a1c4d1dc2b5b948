import { expect, test } from '../support/fixtures.ts';
import { expectKeptRuns } from '../support/lib/kept-runs.ts';
import { reload } from '../support/lib/visit.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';

test('a finished run is kept, survives a reload, and is deleted and restored', async ({ page, runPage }) => {
  await runPage.open({ ...BRIEF, engine: 'scripted', autorun: '1' });
  await runPage.reaches('done', 50_000);
  await expectKeptRuns(page, 1);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(/\/history$/);
  await reload(page);
  const table = page.getByRole('table', { name: 'Runs' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText('demonstration')).toBeVisible();
  await reload(page);
  await expect(rows).toHaveCount(1);

  // Each of these buttons goes away when it is pressed.
  const home = page.getByRole('main').getByRole('link', { name: 'Go to the benchmark' });
  await rows.getByRole('button', { name: /^Delete the run/ }).press('Enter');
  await expect(page.getByText('No run has been kept yet.')).toBeVisible();
  await expect(home).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

  await page.getByRole('button', { name: 'Delete all 1' }).press('Enter');
  await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Yes, delete' }).press('Enter');
  await expect(home).toBeFocused();
  await expect(page.getByText('No run has been kept yet.')).toBeVisible();
});
