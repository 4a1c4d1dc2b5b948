/** Where a part of a file is in memory, the calls above the verdict's cut are the drive's: their p50 against the drive's own. */
import { cacheVerdict, drivePart, latency, latencyPasses } from '@opfsmark/schema/figures';
import { findOpfsFile, withBenchPage } from '../bench/browser.mjs';
import { cacheFile, evict, evictShare } from '../bench/native.mjs';
import { withSimulatedDrive } from '../bench/simulated-drive/index.mjs';
import { attachWorkers, fill, startWorkers } from '../bench/wasm.mjs';
import { mergeFloor, mergePass } from '../ts/page/merge.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const FILE_BYTES = 1024 * MIB;
const DRIVE_BYTES = 4 * FILE_BYTES;
const FLOOR_BYTES = 128 * MIB;
const FLOOR_NS = 0.2e9;
const PASS_NS = 2e9;
/** As in a run: of all blocks, the system would read ahead too many. */
const VISIT_EVERY = 8;
const EVICTED_PERCENT = [10, 25, 50, 75];
const SLACK = 0.1;
const BLOCKS_BYTES = [4 * KIB, 64 * KIB];

const ask = async (page, kind, body) => page.evaluate(([k, b]) => globalThis.bench.together(k, [b]), [kind, body]);

async function readOnce(page, row, seed) {
  const blockCount = FILE_BYTES / row.block_bytes;
  const replies = await ask(page, 'pass', {
    ...{ operation: 'read', readPercent: 100, pattern: 'random', timing: 'each', flush: 'none' },
    share: { blockBytes: row.block_bytes, blockCount, first: 0, stride: VISIT_EVERY },
    content: { data: 'random', seed: 1, fileId: 0, generation: 0 },
    ...{ orderSeed: seed, limitNs: PASS_NS, revisit: false, binNs: 100e6 },
  });
  const head = { kind: 'throughput', loop: 1, timing: 'each', flush: 'none', limitS: PASS_NS / 1e9 };
  const job = { row, direction: 'read', status: 'done', workers: 1, layout: 'shared', verified_sectors: 0 };
  return { ...job, passes: [mergePass(head, replies)] };
}

async function measure({ page, profile }, expect) {
  const { clockStepNs } = await startWorkers(page, 1);
  await attachWorkers(page, 1);
  await fill(page, FILE_BYTES);
  const file = findOpfsFile(profile, FILE_BYTES);
  let seed = 1;
  for (const block_bytes of BLOCKS_BYTES) {
    const row = { pattern: 'random', block_bytes, queues: 1, threads: 1 };
    await cacheFile(file);
    const body = { blockBytes: block_bytes, blocks: FLOOR_BYTES / block_bytes, limitNs: FLOOR_NS };
    const floors = [mergeFloor(block_bytes, await ask(page, 'floor', body))];
    for (const percent of EVICTED_PERCENT) {
      await evict(file);
      const all = await readOnce(page, row, ++seed);
      const truthNs = latency(latencyPasses(all, 'throughput'), 'read')?.p50_ns ?? 0;
      await cacheFile(file);
      await evictShare(file, percent, seed);
      const job = await readOnce(page, row, ++seed);
      const told = cacheVerdict(job, floors, clockStepNs);
      const part = drivePart(job, told);
      const found = part ? `${(part.p50_ns / 1e3).toFixed(0)} us of ${part.calls} calls` : `nothing (${told?.why})`;
      expect(
        `${block_bytes / KIB} KiB, ${percent} % evicted: p50 of the drive's part ${found}, of the drive ${(truthNs / 1e3).toFixed(0)} us`,
        part !== null && Math.abs(part.p50_ns / truthNs - 1) <= SLACK,
      );
    }
  }
}

export function proveMixtures(expect) {
  return withSimulatedDrive({ bytes: DRIVE_BYTES }, (folder) =>
    withBenchPage((opened) => measure(opened, expect), { folder }),
  );
}
