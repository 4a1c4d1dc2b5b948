/**
 * What a run says, and what it leaves on the drive, where a store or a browser goes wrong: `npm run bad-input -w labs [-- WORD]`. A store
 * that throws when it is opened, a worker that ends with a lock, no JSPI, no room, a tab that is closed while its workers write, and one
 * whose memory ends. `WORD`: only the cases with it in their names.
 */
import { closeSync, openSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { whyNoMemoryLimit, withMemoryLimit } from '../../e2e/support/lib/memory-limit.mjs';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { withBrowserOn } from '../lib/browser.mjs';
import { withContests } from './contests.mjs';

const SOUND = 'idb-relaxed';
/** Takes something away from all workers: Chromium has no switch for it. */
const without = (script) => (page) =>
  page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}\n${await response.text()}` });
  });
const NO_JSPI = 'delete WebAssembly.Suspending;';
const NO_LOCKS = "if (!globalThis.document) Object.defineProperty(navigator, 'locks', { value: undefined });";

/** Files, databases and caches of the site, in the page. */
const leftBehind = (page) =>
  page.evaluate(async () => {
    const names = [];
    const list = async (folder, path) => {
      for await (const entry of folder.values()) {
        if (entry.kind === 'directory') await list(entry, `${path}${entry.name}/`);
        else names.push(`${path}${entry.name}`);
      }
    };
    await list(await navigator.storage.getDirectory(), '');
    const databases = (await globalThis.indexedDB.databases()).map(({ name }) => name);
    return [...names, ...databases, ...(await globalThis.caches.keys())];
  });

const PLAN = { batch_rows: 100, puts: 1, point_reads: 10, blob_bytes: 1024, loops: 1, several: 1 };
const measure = (page, contenders, changes = {}, store = null) =>
  page.evaluate(
    async ([plan, module]) => JSON.stringify(await globalThis.bench.measure(plan, module ?? undefined)),
    [{ ...PLAN, contenders, ...changes }, store && `/${store}.js`],
  );

/** One line of what a run says. */
function lineOf(record) {
  const { status, failure, result } = JSON.parse(record);
  const hungIn = (contention = []) =>
    contention.filter(({ hung }) => hung > 0).map((one) => `hung with ${one.workers}: ${one.hung_on}`);
  const rows = result.rows.map((row) =>
    [`${row.contender}: ${row.failure?.detail ?? row.missing ?? row.status}`, ...hungIn(row.contention)].join(', '),
  );
  return [`the run is ${status}`, ...(failure ? [failure.detail] : []), ...rows].join('; ');
}

/** One run in a browser of its own: what it says, and what is left. */
const runIn = (served, contenders, { changes, store, prepare } = {}) =>
  withBrowserOn(served, async ({ page }) => {
    await prepare?.(page);
    const line = lineOf(await measure(page, contenders, changes, store));
    return { line, left: await leftBehind(page) };
  });

const TAB_BYTES = 2 * 2 ** 30;
const MODEL_BYTES = 4_000_000_000;

/** Reads a file that was picked into a memory of WebAssembly of its size, in a worker. */
const readIntoMemory = (bytes) =>
  new Promise((resolve) => {
    const worker = new globalThis.Worker('/bulk.js', { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data.error ?? 'it fits');
    worker.onerror = ({ message }) => resolve(message || 'the worker ended without a message');
    const [file] = globalThis.document.querySelector('input').files;
    worker.postMessage({ api: 'opfs-sync', task: 'wasm', bytes, file });
  });

/** A file without blocks: what it takes is memory alone. */
function readModel(served) {
  const path = join(served.scratch, 'model');
  closeSync(openSync(path, 'w'));
  truncateSync(path, MODEL_BYTES);
  const use = (limit) =>
    withBrowserOn(served, async ({ page, profile }) => {
      const tab = await page.context().newPage();
      await tab.goto(served.url);
      await tab.evaluate(() =>
        globalThis.document.body.append(Object.assign(globalThis.document.createElement('input'), { type: 'file' })),
      );
      await tab.locator('input').setInputFiles(path);
      limit(profile);
      const crashed = new Promise((resolve) => tab.once('crash', () => resolve('the tab crashed')));
      const read = tab.evaluate(readIntoMemory, MODEL_BYTES).catch(({ message }) => message.split('\n')[0]);
      const answer = await Promise.race([crashed, read]);
      await tab.close();
      const line = lineOf(await measure(page, [SOUND], { several: undefined }));
      return { line: `${answer}; the next: ${line}`, left: await leftBehind(page) };
    });
  return withMemoryLimit(TAB_BYTES, use).finally(() => rmSync(path));
}

const CASES = {
  'a store that throws when it is opened': (served) => runIn(served, [SOUND], { store: 'planted-throws' }),
  'a worker that ends with a lock': (served) => runIn(served, [SOUND], { store: 'planted-dies' }),
  'a browser without JSPI': (served) => runIn(served, ['adaptive-jspi', SOUND], { prepare: without(NO_JSPI) }),
  'workers without locks': (served) => runIn(served, ['coop', SOUND], { prepare: without(NO_LOCKS) }),
  'no room in the middle': (served) =>
    runIn(served, ['opfs-sync', 'cache', SOUND], {
      changes: { blob_bytes: 2 ** 24, several: undefined },
      prepare: async (page) => {
        const session = await page.context().newCDPSession(page);
        const origin = new URL(served.url).origin;
        await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2 ** 22 });
      },
    }),
  'memory that ends: 4 GB read into a tab of 2 GB': (served) => {
    const obstacle = whyNoMemoryLimit();
    return obstacle === null ? readModel(served) : Promise.resolve({ line: obstacle });
  },
  'a tab that is closed while its workers write': (served) =>
    withBrowserOn(served, async ({ page }) => {
      const context = page.context();
      const tab = await context.newPage();
      await tab.goto(served.url);
      await tab.waitForFunction(() => 'bench' in globalThis);
      const running = measure(tab, ['opfs-sync', 'coop', SOUND], {
        puts: 2000,
        batch_rows: 1000,
        several: undefined,
      }).catch(() => null);
      // The databases and files of all three, and those of a probe.
      let before = [];
      while (before.length < 4) before = await leftBehind(page);
      await tab.close();
      await running;
      before = await leftBehind(page);
      // The next run cleans up.
      const line = lineOf(await measure(page, [SOUND], { several: undefined }));
      return {
        line: `${before.length} files and databases were left; the next: ${line}`,
        left: await leftBehind(page),
      };
    }),
};

await main(async () => {
  const faults = [];
  const word = process.argv.slice(2).join(' ');
  await withContests(async (served) => {
    for (const [name, run] of Object.entries(CASES).filter(([name]) => name.includes(word))) {
      const { line, left = [] } = await run(served);
      say(`${name}: ${line}; left: ${left.join(', ') || 'nothing'}`);
      if (left.length > 0) faults.push(name);
    }
  });
  if (faults.length > 0) throw new PlainError(`left something on the drive: ${faults.join('; ')}`);
});
