/** A run that reads from the drive in one visit, in a Chromium with little memory, looked at from outside while it goes. */
import { freemem } from 'node:os';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import { standardPlan } from '@opfsmark/schema/families';
import { MIB } from '@opfsmark/schema/documents';
import { filesIn, withBenchPage } from '../lib/browser.mjs';
import { withMemoryLimit } from '../../e2e/support/lib/memory-limit.mjs';
import { residentShare, withBackedMemory } from './native.mjs';

/** The size of each row's part, so that it is told apart: larger than any other file that the run writes. */
export const PART_BYTES = 512 * MIB;
export const MEMORY_BYTES = 2048 * MIB;
/** That, and what the drive's program and other processes take meanwhile. */
const BACKED_BYTES = 2 * MEMORY_BYTES;
/** The browser's own are smaller, and those of a run larger. */
const MIN_FILE_BYTES = 64 * MIB;
/** The rest before the first row is when the page cache is looked into. */
const REST_S = 3;
/** A run that takes longer to come to its reads is stuck. */
const MAX_MS = 300_000;

/** A plan that reads these rows from the drive, each a part of its own, for at most `limitS`. */
export function planOfRows(rows, { partBytes = PART_BYTES, limitS } = {}) {
  const plan = { ...withCache(standardPlan('matrix'), 'drive'), rows, loops: 1, drive_s: 0 };
  return { ...plan, file_bytes: rows.length * partBytes, limit_s: limitS ?? plan.limit_s, interval_s: REST_S };
}

/** The files of a run that are written or grown, and not those of the browser. */
export const bigFilesIn = (profile) => filesIn(profile, ({ size }) => size >= MIN_FILE_BYTES).map(({ path }) => path);

/** The most blocks that a hole, which is no file that was written before, was seen to have, until the files are forgotten. */
async function watchHoles(page, profile, writtenPaths) {
  let isOver = false;
  const whenForgotten = page
    .waitForFunction(() => globalThis.bench.seen.result?.forget, undefined, { timeout: MAX_MS })
    .finally(() => (isOver = true));
  let seenCount = 0;
  let blocks = 0;
  while (!isOver) {
    const holes = filesIn(profile, ({ size }) => size >= MIN_FILE_BYTES).filter(({ path }) => !writtenPaths.has(path));
    seenCount = Math.max(seenCount, holes.length);
    blocks = Math.max(blocks, ...holes.map((hole) => hole.blocks));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await whenForgotten;
  return { seen: seenCount, blocks };
}

/**
 * @typedef {object} DriveRun
 * @property {import('@opfsmark/schema/families').FamilyRecord<'matrix'>} record
 * @property {number[]} inMemory the share of each part that mincore finds in memory, before anything is timed
 * @property {{ seen: number, blocks: number }} holes how many were seen, and the most blocks that one had
 * @property {number} freeBytes the memory that had to be filled
 */

/**
 * @param {object} options
 * @param {string} options.folder on the drive to be measured
 * @param {object} options.plan of `planOfRows`
 * @param {number} [options.port]
 * @param {boolean} [options.allMemory] the browser has all memory of the machine, and not little of it
 * @param {(files: string[]) => void} [options.beforeHoles] called with all files that are written, before holes take their place
 * @param {(parts: string[]) => void | Promise<void>} [options.beforeReads] called with the files of the parts, in no order, while the run rests
 * @returns {Promise<DriveRun>}
 */
export function runOnDrive(options) {
  if (options.allMemory) return runSeen(options, { limit: () => {}, freeBytes: freemem, release: () => {} });
  return withBackedMemory(BACKED_BYTES, (release) =>
    withMemoryLimit(MEMORY_BYTES, (limit, freeBytes) => runSeen(options, { limit, freeBytes, release })),
  );
}

function runSeen({ folder, plan, port = 0, beforeHoles, beforeReads }, memory) {
  return withBenchPage(
    async ({ page, profile }) => {
      memory.limit(profile);
      await page.evaluate((matrixPlan) => globalThis.bench.start(matrixPlan), plan);
      await page.waitForFunction(
        () => globalThis.bench.seen.phase === 'forgetting' || globalThis.bench.seen.result?.forget,
        undefined,
        { timeout: MAX_MS },
      );
      memory.release();
      const freeBytes = memory.freeBytes();
      beforeHoles?.(bigFilesIn(profile));
      const writtenFiles = filesIn(profile, ({ size, blocks }) => size >= MIN_FILE_BYTES && blocks > 0);
      const holes = await watchHoles(page, profile, new Set(writtenFiles.map(({ path }) => path)));
      const partBytes = plan.file_bytes / plan.rows.length;
      const parts = filesIn(profile, ({ size }) => size === partBytes).map(({ path }) => path);
      const inMemory = await Promise.all(parts.map(residentShare));
      await beforeReads?.(parts);
      const wasLate = await page.evaluate(() => globalThis.bench.seen.result.jobs.some(({ passes }) => passes.length));
      if (wasLate) throw new Error('the reads had begun before the page cache was looked into');
      const record = await page.evaluate(() => globalThis.bench.end());
      return { record, inMemory, holes, freeBytes };
    },
    { folder, port, root: 'bench/whole-run' },
  );
}

/** Loops of a row half-way through a run, which has eight where it has the time, and six at least. */
const HALF_OF_LOOPS = 4;

/**
 * What the first click measures, in a Chromium with so much memory: how long it took, and until the first mark.
 * @param {{ folder: string, memoryBytes: number, port?: number, rates?: import('@opfsmark/schema/schedule').MeasuredRates, halfWay?: { of: 'read' | 'write', call: () => void } }} options
 * `rates`: what earlier runs took; `halfWay`: called in the middle of the writes, or of the reads from the drive
 */
export function runQuick({ folder, memoryBytes, port = 0, rates = {}, halfWay }) {
  return withMemoryLimit(memoryBytes, (limit) =>
    withBenchPage(
      async ({ page, profile }) => {
        limit(profile);
        const start = performance.now();
        await page.evaluate(
          ([plan, earlier]) => globalThis.bench.start(plan, earlier),
          [standardPlan('matrix'), rates],
        );
        await page.waitForFunction(() => globalThis.bench.seen.result?.fill, undefined, { timeout: MAX_MS });
        const firstMarkS = (performance.now() - start) / 1000;
        if (halfWay) {
          const isThere = ([of, loops]) =>
            globalThis.bench.seen.result.jobs.some(
              ({ direction, reads, passes }) =>
                direction === of && reads !== 'memory' && passes.some(({ loop }) => loop >= loops),
            );
          await page.waitForFunction(isThere, [halfWay.of, HALF_OF_LOOPS], { timeout: MAX_MS });
          halfWay.call();
        }
        const record = await page.evaluate(() => globalThis.bench.end());
        const seconds = (performance.now() - start) / 1000;
        const [timed, forecasts] = await page.evaluate(() => [globalThis.bench.timed(), globalThis.bench.forecasts]);
        return { seconds, firstMarkS, record, timed, forecasts };
      },
      { folder, port, root: 'bench/whole-run' },
    ),
  );
}
