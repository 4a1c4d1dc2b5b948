import { expect, test } from './fixtures.ts';
import { SHORT } from './pages/run-page.ts';

test('a finished run is kept, survives a reload, and is deleted and restored', async ({ page, runPage }) => {
  await runPage.open({ ...SHORT, engine: 'scripted', autorun: '1' });
  await runPage.reaches('done', 50_000);
  // It is written to the drive after the numbers are on the screen.
  const kept = () => page.evaluate(() => indexedDB.databases().then((all) => all.map(({ name }) => name)));
  await expect.poll(kept).toContain('opfsmark');
  await page.getByRole('link', { name: 'History' }).click();
  await page.reload();
  const table = page.getByRole('table', { name: 'Runs' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText('demonstration')).toBeVisible();
  await page.reload();
  await expect(rows).toHaveCount(1);

  await rows.getByRole('button', { name: /^Delete the run/ }).click();
  await expect(page.getByText('No run has been kept yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(1);

  await page.getByRole('button', { name: 'Delete all 1' }).click();
  await page.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByText('No run has been kept yet.')).toBeVisible();
});
