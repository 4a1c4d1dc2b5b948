/**
 * Streams files of 0.1, 1 and 4 GB through what a browser keeps large files in, reads them back whole, by range and into the memory of
 * WebAssembly and of a GPU, appends, and lets the quota end in the middle: `npm run bulk -w labs [-- --sizes=0.1,1,4] [CONTENDER...]`. Linux, Chromium.
 */
import { truncateSync, openSync, writeSync, closeSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main, say } from '../../scripts/lib/say.mjs';
import { withBrowserOn, withServedPage } from '../lib/browser.mjs';
import { keepCounts } from '../lib/counted-table.mjs';
import { memoryBytes } from '../lib/processes.mjs';
import { machineText } from '../lib/report.mjs';

const FOLDER = fileURLToPath(new URL('../build/bench', import.meta.url));
const MIB = 2 ** 20;
const CONTENDERS = ['opfs-sync', 'opfs-writable', 'idb-strict', 'cache'];
const PICKED = 'picked-file';
const RANGES = 50;
const APPENDED = { base: 64 * MIB, part: MIB, rounds: 7 };
/** A file of twice the quota. */
const QUOTA_BYTES = 64 * MIB;
const SAMPLE_MS = 200;
const METHOD = `A worker streams a file in chunks of 4 MiB that do not compress, reads it whole, ${RANGES} ranges of 1 MiB, into a WebAssembly memory of its size, and into a buffer of the GPU where there is one; IndexedDB gets a blob, the Cache a response. Peak: memory of all processes of the browser, and of that of the tab (PSS), every ${SAMPLE_MS} ms, less that before. Appended: 1 MiB to 64 MiB, the median of ${APPENDED.rounds}. Full: 128 MiB with a quota of 64 MiB.`;

const sizesAsked = () =>
  (process.argv.find((word) => word.startsWith('--sizes='))?.slice(8) ?? '0.1,1,4')
    .split(',')
    .map((gb) => Number(gb) * 1e9);

/** In the page: one request to a worker that is ended afterwards. */
const askWorker = (request) =>
  new Promise((resolve) => {
    const worker = new globalThis.Worker('/bulk.js', { type: 'module' });
    const end = (reply) => {
      worker.terminate();
      resolve(reply);
    };
    worker.onmessage = ({ data }) => end(data);
    worker.onerror = ({ message }) => end({ error: message || 'the worker ended without a message' });
    worker.postMessage({
      ...request,
      file: request.isPicked ? globalThis.document.querySelector('input').files[0] : undefined,
    });
  });

/** Asks, and watches what the browser holds meanwhile. A tab that ends answers, too. */
async function ask({ page, profile }, request) {
  const before = memoryBytes(profile);
  const peak = { ...before };
  const timer = setInterval(() => {
    const now = memoryBytes(profile);
    for (const key of ['browser', 'tab']) peak[key] = Math.max(peak[key], now[key]);
  }, SAMPLE_MS);
  const reply = await page.evaluate(askWorker, request).catch(({ message }) => ({ error: message.split('\n')[0] }));
  clearInterval(timer);
  return { ...reply, peak: peak.browser - before.browser, tabPeak: peak.tab - before.tab };
}

const nsOf = ({ ms }) => (ms === undefined ? null : Math.round(ms * 1e6));

async function countSize(browser, api, bytes) {
  const result = { bytes, peak_bytes: 0, tab_peak_bytes: 0 };
  for (const task of ['write', 'read', 'range', 'wasm', 'gpu']) {
    const isPicked = api === PICKED;
    if (isPicked && task === 'write') continue;
    const reply = await ask(browser, { api, task, bytes, isPicked });
    result[`${task}_ns`] = task === 'range' && reply.ms ? Math.round(nsOf(reply) / RANGES) : nsOf(reply);
    result.peak_bytes = Math.max(result.peak_bytes, reply.peak);
    result.tab_peak_bytes = Math.max(result.tab_peak_bytes, reply.tabPeak);
    if (reply.error) result[`${task}_error`] = reply.error;
    if (reply.error && task === 'write') break;
  }
  await ask(browser, { api, task: 'remove', bytes });
  return result;
}

const medianOf = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

async function countAppends(browser, api) {
  const { base, part, rounds } = APPENDED;
  await ask(browser, { api, task: 'write', bytes: base });
  const ns = [];
  for (let round = 0; round < rounds; round++) {
    const reply = await ask(browser, { api, task: 'append', bytes: part });
    if (reply.error) return { append_error: reply.error };
    ns.push(nsOf(reply));
  }
  const { value } = await ask(browser, { api, task: 'size', bytes: 0 });
  await ask(browser, { api, task: 'remove', bytes: 0 });
  if (value !== base + rounds * part) return { append_error: `${value} bytes are there` };
  return { append_ns: [medianOf(ns), Math.min(...ns), Math.max(...ns)] };
}

/** What is left of a file for which the quota has no room, and what the browser says that the site uses afterwards. */
async function countFull(browser, api, url) {
  const session = await browser.page.context().newCDPSession(browser.page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(url).origin, quotaSize: QUOTA_BYTES });
  const { error = null } = await ask(browser, { api, task: 'write', bytes: 2 * QUOTA_BYTES });
  const { value: left = null } = await ask(browser, { api, task: 'size', bytes: 0 });
  await ask(browser, { api, task: 'remove', bytes: 0 });
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(url).origin });
  const usage = await browser.page.evaluate(async () => (await navigator.storage.estimate()).usage);
  return { full: { asked_bytes: 2 * QUOTA_BYTES, error, left_bytes: left, usage_bytes: usage } };
}

/** A file of that size, whose chunks begin with their numbers. */
function makePicked(path, bytes) {
  const file = openSync(path, 'w');
  const head = new DataView(new ArrayBuffer(8));
  for (let offset = 0; offset < bytes; offset += 4 * MIB) {
    head.setFloat64(0, offset);
    const chunk = Buffer.alloc(Math.min(4 * MIB, bytes - offset), offset / MIB);
    Buffer.from(head.buffer).copy(chunk);
    writeSync(file, chunk, 0, chunk.length, offset);
  }
  closeSync(file);
  truncateSync(path, bytes);
}

async function pick({ page }, path) {
  await page.evaluate(() =>
    globalThis.document.body.append(Object.assign(globalThis.document.createElement('input'), { type: 'file' })),
  );
  await page.locator('input').setInputFiles(path);
}

const shown = ({ bytes, peak_bytes, tab_peak_bytes, ...times }) =>
  `${bytes / 1e9} GB: ${Object.entries(times)
    .map(([key, value]) =>
      key.endsWith('_ns') && value !== null ? `${key.slice(0, -3)} ${Math.round(value / 1e6)} ms` : `${key} ${value}`,
    )
    .join(', ')}, peak ${Math.round(peak_bytes / MIB)} MiB, of the tab ${Math.round(tab_peak_bytes / MIB)} MiB`;

await main(async () => {
  const machine = machineText(FOLDER);
  const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  const contenders = [...CONTENDERS, PICKED].filter((id) => asked.length === 0 || asked.includes(id));
  const use = async (served) => {
    for (const contender of contenders) {
      const models = [];
      let counts = {};
      let version = '';
      for (const bytes of sizesAsked()) {
        // A tab that has ended is not there for the next size.
        await withBrowserOn(served, async (browser) => {
          version = browser.version;
          const path = join(served.scratch, PICKED);
          if (contender === PICKED) {
            makePicked(path, bytes);
            await pick(browser, path);
          }
          models.push(await countSize(browser, contender, bytes));
          rmSync(path, { force: true });
        });
        say(`${contender}: ${shown(models.at(-1))}`);
      }
      if (contender !== PICKED) {
        await withBrowserOn(served, async (browser) => {
          counts = {
            ...(await countAppends(browser, contender)),
            ...(await countFull(browser, contender, served.url)),
          };
        });
        say(`${contender}: ${JSON.stringify(counts)}`);
      }
      const head = { browser: 'chromium', version, method: METHOD, machine };
      keepCounts('bulk.json', { ...head, counts: [{ contender, ...counts, models }] });
    }
  };
  await withServedPage(use, { folder: FOLDER, root: 'syncs/page', modules: { bulk: 'bulk/worker.ts' } });
});
