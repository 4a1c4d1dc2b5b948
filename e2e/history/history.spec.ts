import { expect, test } from '../support/fixtures.ts';
import { SHORT } from '../support/page-objects/run-page.ts';

/** In the page: how many runs its database holds; none where there is no database yet, and makes none. */
async function runsKept(): Promise<number> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'opfsmark')) return 0;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('opfsmark');
    opening.onerror = () => {
      reject(new Error('The database does not open.'));
    };
    opening.onsuccess = () => {
      const database = opening.result;
      const counting = database.transaction('history').objectStore('history').count();
      counting.onsuccess = () => {
        database.close();
        resolve(counting.result);
      };
    };
  });
}

test('a finished run is kept, survives a reload, and is deleted and restored', async ({ page, runPage }) => {
  await runPage.open({ ...SHORT, engine: 'scripted', autorun: '1' });
  await runPage.reaches('done', 50_000);
  // It is written to the drive after the numbers are on the screen.
  await expect.poll(() => page.evaluate(runsKept)).toBe(1);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(/\/history$/);
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
