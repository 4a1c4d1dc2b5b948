/** One window is handed from test to test: what one leaves behind, the next must not find. */
import { expect, test } from '../support/fixtures.ts';
import { takeOver } from '../support/lib/profile.ts';
import { visit } from '../support/lib/visit.ts';

/** In the page: one thing in each place where a page keeps something. */
async function keepEverywhere(): Promise<void> {
  localStorage.setItem('left', '1');
  sessionStorage.setItem('left', '1');
  document.cookie = 'left=1';
  await (await caches.open('left')).put('/left', new Response('left'));
  await new Promise((resolve) => (indexedDB.open('left').onsuccess = resolve));
  const root = await navigator.storage.getDirectory();
  await root.getFileHandle('left', { create: true });
}

/** In the page: the places in which something is. */
async function placesInUse(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
  const values = {
    localStorage: localStorage.getItem('left'),
    sessionStorage: sessionStorage.getItem('left'),
    cookie: document.cookie,
    caches: (await caches.keys()).join(''),
    indexedDB: (await indexedDB.databases()).map(({ name }) => name).join(''),
    files: names.join(''),
  };
  return Object.entries(values).flatMap(([place, value]) => (value?.includes('left') || value === '1' ? [place] : []));
}

test('nothing that a page kept, and no route, is left in the window of the next test', async ({ context, page }) => {
  await visit(page, '/privacy');
  await page.evaluate(keepEverywhere);
  expect(await page.evaluate(placesInUse)).toHaveLength(6);
  await context.route('**/privacy', (route) => route.fulfill({ body: 'left' }));

  await takeOver(context);
  const [nextPage, ...others] = context.pages();
  expect(others).toEqual([]);
  if (!nextPage) throw new Error('no page');
  await visit(nextPage, '/privacy');
  expect(await nextPage.evaluate(placesInUse)).toEqual([]);
});
