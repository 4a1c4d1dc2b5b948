/**
 * Puts rows through every contender, and writes into the table of the family `app-storage` what they cost: bytes that the browser gave to
 * the drive, bytes on it, memory: `npm run costs -w labs [-- CONTENDER...]`. Linux, Chromium.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main, say } from '../../scripts/lib/say.mjs';
import { formatBytes } from '../../schema/src/documents/units.ts';
import { ROW_BYTES } from '../../schema/src/families/app-storage/contender-ids.ts';
import { chromium } from '@playwright/test';
import { chromiumOptions, withBrowserOn, withServedPage } from '../lib/browser.mjs';
import { contendersAsked, keepCounts } from '../lib/counted-table.mjs';
import { writtenBytes } from '../lib/processes.mjs';
import { machineText } from '../lib/report.mjs';

const FOLDER = fileURLToPath(new URL('../build/bench', import.meta.url));
const ROWS = 500;
const METHOD = `A worker puts ${ROWS} rows of 1 KiB, one per transaction, into a store that has one row. Written: write_bytes of /proc of all processes of the browser, from the second put to a second after the last. On the drive: the blocks of the files of the site's storage a second after the last, and what navigator.storage.estimate() says. Memory: performance.measureUserAgentSpecificMemory() with the store open, less that before it was opened.`;
/** Where a profile keeps what sites store. */
const STORAGE = ['File System', 'IndexedDB', 'Service Worker', 'WebStorage'];

/** Else a page is told what it uses only when the browser collects garbage by itself. */
const launch = (profile) =>
  chromium.launchPersistentContext(
    profile,
    chromiumOptions({ args: ['--enable-blink-features=ForceEagerMeasureMemory'] }),
  );

const memoryOf = (page) => page.evaluate(async () => (await performance.measureUserAgentSpecificMemory()).bytes);

function bytesOnDrive(profile) {
  const blocksIn = (folder) => {
    try {
      return readdirSync(folder, { recursive: true }).reduce(
        (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0),
        0,
      );
    } catch {
      return 0; // Nothing of this kind is stored.
    }
  };
  return STORAGE.reduce((sum, name) => sum + blocksIn(join(profile, 'Default', name)), 0) * 512;
}

/** In the page: puts one row; then, when it is told to, the others; the store stays open. */
function startPutting([contender, rows]) {
  return new Promise((resolve) => {
    const bench = globalThis.bench;
    const finished = new Promise((finish) => {
      globalThis.told = (_, reply) => {
        if (reply.type === 'failed') {
          const failure = reply.failure.detail;
          resolve(failure);
          finish(failure);
        } else if (reply.count === 1) resolve(null);
        else if (reply.count === rows) finish(null);
      };
    });
    globalThis.putRest = () => {
      bench.goOn(0);
      return finished;
    };
    bench.start(0, { type: 'put-on', interruption: 'survival', contender, count: rows, pauseAfter: 1 });
  });
}

const count = (served, contender) =>
  withBrowserOn(
    served,
    async ({ page, profile, version }) => {
      const memoryBefore = await memoryOf(page);
      const failure = await page.evaluate(startPutting, [contender, ROWS]);
      if (failure) return { version, failure };
      const [writtenBefore, driveBefore] = [writtenBytes(profile), bytesOnDrive(profile)];
      const laterFailure = await page.evaluate(() => globalThis.putRest());
      if (laterFailure) return { version, failure: laterFailure };
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
      const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage);
      const memory = (await memoryOf(page)) - memoryBefore;
      const [written, drive] = [writtenBytes(profile) - writtenBefore, bytesOnDrive(profile)];
      const cost = {
        ...{ saved_bytes: (ROWS - 1) * ROW_BYTES, written_bytes: written, first_drive_bytes: driveBefore },
        ...{ drive_bytes: drive, usage_bytes: usage ?? null, memory_bytes: memory },
      };
      return { version, cost };
    },
    launch,
  );

await main(async () => {
  const machine = machineText(FOLDER);
  await withServedPage(
    async (served) => {
      for (const contender of contendersAsked()) {
        const { version, cost, failure } = await count(served, contender);
        if (!cost) {
          say(`${contender}: ${failure}`);
          continue;
        }
        const per = (bytes) => (bytes / cost.saved_bytes).toFixed(1);
        say(
          `${contender}: written ${per(cost.written_bytes)}, on the drive ${per(cost.drive_bytes)} (before: ${formatBytes(cost.first_drive_bytes)}; the browser says ${per(cost.usage_bytes)}) per byte saved; memory ${formatBytes(cost.memory_bytes)}`,
        );
        const head = { browser: 'chromium', version, method: METHOD, machine };
        keepCounts('costs.json', { ...head, counts: [{ contender, ...cost }] });
      }
    },
    { folder: FOLDER, root: 'syncs/page' },
  );
});
