import { expect, type Page } from '@playwright/test';
import type { RunRecord } from '@opfsmark/schema/families';
import { STORES } from '../../../web/src/lib/base/local/database.ts';
import type { HistoryEntry } from '../../../web/src/lib/features/history/entry.ts';

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

/** Keeps a run in this browser's History, as if it had been measured here. */
export async function keepRun(page: Page, entry: HistoryEntry, record: RunRecord): Promise<void> {
  await page.evaluate(
    ([stores, entry, record]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('opfsmark', 1);
        opening.onupgradeneeded = () => {
          for (const [name, keyPath] of Object.entries(stores)) opening.result.createObjectStore(name, { keyPath });
        };
        opening.onerror = () => {
          reject(new Error('The database does not open.'));
        };
        opening.onsuccess = () => {
          const database = opening.result;
          const keeping = database.transaction(['history', 'records'], 'readwrite');
          keeping.objectStore('history').put(entry);
          keeping.objectStore('records').put(record);
          keeping.onabort = () => {
            reject(new Error('The run was not kept.'));
          };
          keeping.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    [STORES, entry, record] as const,
  );
}
