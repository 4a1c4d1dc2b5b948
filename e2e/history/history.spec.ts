import { expect, test } from '../support/fixtures.ts';
import { reload } from '../support/lib/visit.ts';
import { SHORT } from '../support/page-objects/run-page.ts';

/** In the page: how many runs its database holds. Does not create the database. */
async function countKeptRuns(): Promise<number> {
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
  // Polled: the run is stored after its numbers are on the screen.
  await expect.poll(() => page.evaluate(countKeptRuns)).toBe(1);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(/\/history$/);
  await reload(page);
  const table = page.getByRole('table', { name: 'Runs' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText('demonstration')).toBeVisible();
  await reload(page);
  await expect(rows).toHaveCount(1);

  await rows.getByRole('button', { name: /^Delete the run/ }).click();
  await expect(page.getByText('No run has been kept yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(1);

  await page.getByRole('button', { name: 'Delete all 1' }).click();
  await page.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByText('No run has been kept yet.')).toBeVisible();
});
