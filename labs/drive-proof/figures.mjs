import { cacheVerdict, drivePart, isTie, latency, latencyPasses } from '@opfsmark/schema/figures';
import { isScore, SCORE_KINDS, scoreOf } from '@opfsmark/schema/families/matrix/score';
import { standardPlan } from '@opfsmark/schema/families';
import { KIB, median, MIB } from '@opfsmark/schema/documents';
import { say } from '../../scripts/lib/say.mjs';
import { findOpfsFile, withBenchPage } from '../lib/browser.mjs';
import { attachWorkers, fill, startWorkers } from '../bench/contenders.mjs';
import { MEMORY_BYTES } from '../bench/drive-run.mjs';
import { withMemoryLimit } from '../../e2e/support/lib/memory-limit.mjs';
import { cacheFile, evict, evictShare } from '../bench/native.mjs';
import { withSimulatedDrive } from '../drives/index.mjs';
import { mergeFloor, mergePass } from '../../wasm-core/ts/page/merge.ts';

/** Where a part of a file is in memory, the calls above the verdict's cut are the drive's: their p50 against the drive's own. */
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
    const p50s = [];
    const truths = [];
    for (let round = 0; round < ROUNDS; round++) {
      const sides = [
        async () => p50s.push(await readMixed(target, percent, ++seed)),
        async () => truths.push(await readAllFromDrive(target, ++seed)),
      ];
      // Forwards, then backwards: a drift of the machine meets both alike.
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
    }
    const answers = p50s.filter((value) => value !== null);
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
    withBenchPage((benchPage) => measure(benchPage, expect), { folder }),
  );
}

/** Runs of Quick, one after the other on this machine's own drive: how often the interval of one holds the score of another. */
const RUNS = 12;
/** What is promised, and what so few runs may fall short of it by chance. */
const PROMISED_SHARE = 0.9;
const BY_CHANCE = 0.05;

/** Each in a browser of its own. */
function runQuick(folder) {
  return withMemoryLimit(MEMORY_BYTES, (limit) =>
    withBenchPage(
      async ({ page, profile }) => {
        limit(profile);
        await page.evaluate((plan) => globalThis.bench.start(plan), standardPlan('matrix'));
        return page.evaluate(() => globalThis.bench.end());
      },
      { folder, root: 'bench/whole-run' },
    ),
  );
}

/** The share of all pairs of different runs for which `holds` is true. */
function shareOfPairs(runs, holds) {
  const pairs = runs.flatMap((one) => runs.filter((other) => other !== one).map((other) => holds(one, other)));
  return pairs.filter(Boolean).length / pairs.length;
}

const isWithin = ({ low, high }, { value }) => value >= low && value <= high;

/** How often the interval of a run holds another. */
function judge(kind, records, expect) {
  const runs = records.flatMap((record) => {
    const score = scoreOf(record, kind);
    return isScore(score) ? [score] : [];
  });
  if (runs.length < 3) return say(`  ${kind}: only ${runs.length} runs have this score`);
  const points = runs.map((score) => Math.round(score.value)).toSorted((a, b) => a - b);
  const withinShare = shareOfPairs(runs, (one, other) => isWithin(one, other));
  const ties = shareOfPairs(runs, (one, other) => isTie(one, other));
  const percent = (share) => `${(100 * share).toFixed(0)} %`;
  const what = `${kind}: ${runs.length} runs of ${points[0]} to ${points.at(-1)} points: another run's score lies inside`;
  expect(`${what} in ${percent(withinShare)}`, withinShare >= PROMISED_SHARE - BY_CHANCE);
  expect(`${kind}: the machine ties with itself in ${percent(ties)}`, ties >= PROMISED_SHARE);
}

export async function proveScore(expect, folder) {
  const records = [];
  for (let run = 0; run < RUNS; run++) records.push(await runQuick(folder));
  for (const kind of SCORE_KINDS) judge(kind, records, expect);
}
