/** Where a part of a file is in memory, the calls above the verdict's cut are the drive's: their p50 against the drive's own. */
import { cacheVerdict, drivePart, latency, latencyPasses } from '@opfsmark/schema/figures';
import { findOpfsFile, withBenchPage } from '../bench/browser.mjs';
import { median } from '../bench/measure.mjs';
import { cacheFile, evict, evictShare } from '../bench/native.mjs';
import { withSimulatedDrive } from '../bench/simulated-drive/index.mjs';
import { attachWorkers, fill, startWorkers } from '../bench/contenders.mjs';
import { mergeFloor, mergePass } from '../ts/page/merge.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const FILE_BYTES = 512 * MIB;
const DRIVE_BYTES = 8 * FILE_BYTES;
const FLOOR_BYTES = 128 * MIB;
const FLOOR_NS = 0.2e9;
const PASS_NS = 2e9;
/** As in a run: of all blocks, the system would read ahead too many. */
const VISIT_EVERY = 8;
const EVICTED_PERCENT = [10, 25, 50, 75];
const SLACK = 0.1;
const ROUNDS = 5;
const ROW = { pattern: 'random', block_bytes: 4 * KIB, queues: 1, threads: 1 };

const ask = async (page, kind, body) => page.evaluate(([k, b]) => globalThis.bench.together(k, [b]), [kind, body]);

async function readOnce(page, seed) {
  const blockCount = FILE_BYTES / ROW.block_bytes;
  const replies = await ask(page, 'pass', {
    ...{ operation: 'read', readPercent: 100, pattern: 'random', timing: 'each', flush: 'none' },
    share: { blockBytes: ROW.block_bytes, blockCount, first: 0, stride: VISIT_EVERY },
    content: { data: 'random', seed: 1, fileId: 0, generation: 0 },
    ...{ orderSeed: seed, limitNs: PASS_NS, visits: 'once', binNs: 100e6 },
  });
  const head = { kind: 'throughput', loop: 1, timing: 'each', flush: 'none', limitS: PASS_NS / 1e9 };
  const job = { row: ROW, direction: 'read', status: 'done', workers: 1, layout: 'shared', verified_sectors: 0 };
  return { ...job, passes: [mergePass(head, replies)] };
}

const p50Of = (job) => latency(latencyPasses(job, 'throughput'), 'read')?.p50_ns ?? 0;

/** The p50 of the drive's part of a pass, with so much of the file out of memory; `null` where it is not told. */
async function readMixed({ page, file, floors, clockStepNs }, percent, seed) {
  await cacheFile(file);
  await evictShare(file, percent, seed);
  const job = await readOnce(page, seed);
  return drivePart(job, cacheVerdict(job, floors, clockStepNs))?.p50_ns ?? null;
}

async function readAllFromDrive({ page, file }, seed) {
  await evict(file);
  return p50Of(await readOnce(page, seed));
}

async function measure({ page, profile }, expect) {
  const { clockStepNs } = await startWorkers(page, 1);
  await attachWorkers(page, 1);
  await fill(page, FILE_BYTES);
  const file = findOpfsFile(profile, FILE_BYTES);
  await cacheFile(file);
  const body = { blockBytes: ROW.block_bytes, blocks: FLOOR_BYTES / ROW.block_bytes, limitNs: FLOOR_NS };
  const target = { page, file, clockStepNs, floors: [mergeFloor(ROW.block_bytes, await ask(page, 'floor', body))] };
  let seed = 1;
  for (const percent of EVICTED_PERCENT) {
    const told = [];
    const truths = [];
    for (let round = 0; round < ROUNDS; round++) {
      const sides = [
        async () => told.push(await readMixed(target, percent, ++seed)),
        async () => truths.push(await readAllFromDrive(target, ++seed)),
      ];
      // Forwards, then backwards: a drift of the machine meets both alike.
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
    }
    const answers = told.filter((value) => value !== null);
    // An answer may be refused where the machine was busy; a wrong one may not be given.
    const isTold = answers.length > ROUNDS / 2;
    const [part, drive] = [isTold ? median(answers) : NaN, median(truths)];
    expect(
      `${percent} % evicted: p50 of the drive's part ${(part / 1e3).toFixed(0)} us (told in ${answers.length} of ${ROUNDS} passes), ` +
        `of the drive ${(drive / 1e3).toFixed(0)} us`,
      isTold && Math.abs(part / drive - 1) <= SLACK,
    );
  }
}

export function proveMixtures(expect) {
  return withSimulatedDrive({ bytes: DRIVE_BYTES }, (folder) =>
    withBenchPage((opened) => measure(opened, expect), { folder }),
  );
}
