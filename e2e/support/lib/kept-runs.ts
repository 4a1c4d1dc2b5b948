import { expect, type Page } from '@playwright/test';

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

/** Waits until this browser keeps so many runs: a run is stored after its numbers are on the screen. */
export async function expectKeptRuns(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.evaluate(countKeptRuns)).toBe(count);
}
