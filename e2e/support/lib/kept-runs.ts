/** The data that a browser keeps of the site: runs, uploads that wait, a run that was paused, pages. */
import { expect, type Page } from '@playwright/test';
import type { RunRecord } from '@opfsmark/schema/families';
import { STORES, type StoreName } from '../../../web/src/lib/base/local/database.ts';
import type { HistoryEntry } from '../../../web/src/lib/features/history/entry.ts';
import { type Language, visit } from './visit.ts';

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
      const countRequest = database.transaction('history').objectStore('history').count();
      countRequest.onsuccess = () => {
        database.close();
        resolve(countRequest.result);
      };
    };
  });
}

/** Waits until this browser keeps so many runs: a run is stored after its numbers are on the screen. */
export async function expectKeptRuns(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.evaluate(countKeptRuns)).toBe(count);
}

/** Puts rows where this browser keeps them, as a page of any version could have. */
async function putRows(page: Page, rows: Readonly<Partial<Record<StoreName, object>>>): Promise<void> {
  await page.evaluate(
    ([stores, rows]) =>
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
          const transaction = database.transaction(Object.keys(rows), 'readwrite');
          for (const [name, row] of Object.entries(rows)) transaction.objectStore(name).put(row);
          transaction.onabort = () => {
            reject(new Error('The rows were not kept.'));
          };
          transaction.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    [STORES, rows] as const,
  );
}

/** Puts one row, which need not be one that a page can read. */
export const putRow = (page: Page, store: StoreName, row: object) => putRows(page, { [store]: row });

/** Keeps a run in this browser's History, as if it had been measured here. */
export const keepRun = (page: Page, history: HistoryEntry, records: RunRecord) => putRows(page, { history, records });

/** Shows the run page as it is after this run, of which it measures nothing: another engine paused it, so it does not go on. */
export async function showFinished(
  page: Page,
  record: RunRecord,
  parameters: Readonly<Record<string, string>> = {},
): Promise<void> {
  // Its stores are there on any page of the site.
  if (page.url() === 'about:blank') await page.goto('/favicon.svg');
  const environment = { ...record.environment, core_version: '0.0.0' };
  const pausedState = { run: { record: { ...record, environment } }, ticket: null, engine: environment.engine };
  await page.evaluate((text) => {
    sessionStorage.setItem('opfsmark.paused', text);
  }, JSON.stringify(pausedState));
  await visit(page, `/?${new URLSearchParams({ family: record.family, ...parameters }).toString()}`);
  await page.waitForFunction(() => window.opfsmark?.status === 'done');
}

/** Waits until the service worker keeps its pages in a language. */
export async function waitUntilKeptIn(page: Page, language: Language): Promise<void> {
  const keptLanguage = () =>
    page.evaluate(async () => {
      const response = await caches.match('/offline', { ignoreVary: true });
      return /<html[^>]* lang="(\w+)"/.exec((await response?.text()) ?? '')?.[1];
    });
  await expect.poll(keptLanguage).toBe(language);
}
