/**
 * Rows of the drive itself: what a page reads after it has made the system forget its files, against fio with O_DIRECT, in
 * turns on one drive. See docs/METHODOLOGY.md, "Forgetting".
 */
import { mkdirSync, mkdtempSync, openSync, closeSync, fsyncSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median, MIB, rowName, rowsNamed } from '@opfsmark/schema/documents';
import { verdictInRecord } from '@opfsmark/schema/families/matrix/verdict';
import { bytesPerSecond, latency, latencyPasses } from '@opfsmark/schema/figures';
import { say } from '../../scripts/lib/say.mjs';
import { measureFio } from './contenders.mjs';
import { planOfRows, runOnDrive } from './drive-run.mjs';
import { CACHED_READ, ratioOf } from './experiments.mjs';
import { whyNoMemoryLimit } from '../../e2e/support/lib/memory-limit.mjs';
import { evict, measureNative } from './native.mjs';
import { valuesLine } from '../lib/report.mjs';
import { DRIVES, whyNoSimulatedDrive, withSimulatedDrive } from '../drives/index.mjs';

const FIO = 'fio libaio direct';
/** Threads that wait in a call each, as the page's workers do: with many, processors may be the limit of both, and not of fio. */
const NATIVE = 'native';
/**
 * Time ends a pass of small blocks before its part is read, so that all workers end at once, as those of fio do: each has
 * its own share of the blocks, and the last to come to the end of its share would be alone.
 */
const PASS = { partBytes: 1536 * MIB, limitS: 1 };

function rowOf(id, name, what, limits, against = FIO) {
  const [row] = rowsNamed(name);
  if (!row) throw new Error(`not a row: ${name}`);
  const work = { ...CACHED_READ, pattern: row.pattern, blockBytes: row.block_bytes, workers: row.queues };
  return { id, what, of: 'wasm', against, ...limits, row, work: { ...work, spanBytes: PASS.partBytes } };
}

/** What is measured on a drive of each kind. */
const ROWS = {
  simulated: [
    rowOf('drive_4k_q1', 'RND4K Q1T1', '4 KiB read from a simulated drive, Q1', { floor: 0.9, ceiling: 1.1 }),
    rowOf('drive_4k_q8', 'RND4K Q8T1', '4 KiB read from a simulated drive, Q8', { floor: 0.75, goal: 0.9 }, NATIVE),
    rowOf('drive_4k_q32', 'RND4K Q32T1', '4 KiB read from a simulated drive, Q32', { floor: 0.65, goal: 0.9 }, NATIVE),
    rowOf('drive_1m', 'SEQ1M Q1T1', '1 MiB read from a simulated drive, Q1', { floor: 0.9 }),
  ],
  own: [rowOf('own_drive_4k_q1', 'RND4K Q1T1', '4 KiB read from this drive, Q1', { floor: 0.8 })],
};
export const DRIVE_ROWS = Object.values(ROWS).flatMap((rows) => rows.map(({ id }) => id));
/** Only what is written of it takes memory. A browser gives a site a share of the drive, and holes count as written. */
const DRIVE_BYTES = 128 * 1024 * MIB;

/** What a run says beside its speeds, with the most that is accepted; those that need no ratio. */
const CHECKS = [
  { id: 'forget_s_per_gib', what: 'forgetting, s per GiB of free memory', max: 0.6, judged: 'median' },
  { id: 'in_memory', what: 'share of the files in memory before the reads', max: 0.01, judged: 'worst' },
  { id: 'hole_blocks', what: 'blocks that a hole takes on the drive', max: 0, judged: 'worst' },
];

function writeRandomFile(path, bytes) {
  const block = crypto.getRandomValues(new Uint8Array(65_536));
  const blocks = Buffer.concat(Array.from({ length: MIB / block.length }, () => block));
  const file = openSync(path, 'wx', 0o600);
  for (let at = 0; at < bytes; at += MIB) writeSync(file, blocks, 0, MIB, at);
  fsyncSync(file);
  closeSync(file);
}

/** What was measured by the ids of the rows, and what was seen beside. */
async function runPage(folder, rows, port) {
  const plan = planOfRows(
    rows.map(({ row }) => row),
    PASS,
  );
  const { record, inMemory, holes, freeBytes } = await runOnDrive({ folder, plan, port });
  if (record.status !== 'done') throw new Error(`the run ended as ${record.status}: ${record.failure?.detail ?? ''}`);
  const jobs = new Map(record.result.jobs.map((job) => [rowName(job.row), job]));
  const figures = rows.map(({ id, row }) => {
    const job = jobs.get(rowName(row));
    const p50Ns = latency(latencyPasses(job, 'throughput'), 'read')?.p50_ns ?? NaN;
    return [id, { callsPerS: bytesPerSecond(job).median / row.block_bytes, p50Ns }];
  });
  const { ended, elapsed_ns, bytes_read } = record.result.forget;
  const verdicts = record.result.jobs.map((job) => `${rowName(job.row)} ${verdictInRecord(record, job)?.verdict}`);
  const gib = freeBytes / 1024 ** 3;
  say(
    `  ${ended} after ${(bytes_read / 1024 ** 3).toFixed(2)} GiB in ${(elapsed_ns / 1e9).toFixed(2)} s, ${gib.toFixed(2)} GiB free; ` +
      `in memory ${inMemory.map((share) => `${(100 * share).toFixed(2)} %`).join(', ')}; ` +
      `${holes.seen} holes with ${holes.blocks} blocks; ${verdicts.join(', ')}`,
  );
  const checkValues = {
    forget_s_per_gib: elapsed_ns / 1e9 / gib,
    in_memory: Math.max(...inMemory),
    hole_blocks: holes.blocks,
  };
  return { figures: Object.fromEntries(figures), checkValues };
}

/** One file for all rows, because O_DIRECT leaves nothing in memory. */
async function runAllFio(file, rows, seconds) {
  const figures = {};
  for (const { id, work } of rows) figures[id] = await measureFio('libaio', { file, work, seconds });
  return figures;
}

/** Through memory, as the page reads: each row from a file that is not there. */
async function runAllNative(file, rows, seconds) {
  const figures = {};
  for (const { id, work } of rows) {
    await evict(file);
    figures[id] = await measureNative({ file, work, seconds, seed: 1 });
  }
  await evict(file);
  return figures;
}

/** All sides once, the page first or last. What a run leaves behind takes memory, so each time is on a fresh drive. */
async function measureOnce(folder, rows, { seconds, port, isPageFirst }) {
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(folder, 'fio-'));
  const clean = () => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', clean);
  try {
    const file = join(scratch, 'file');
    writeRandomFile(file, PASS.partBytes);
    await evict(file);
    const results = {};
    const sides = [
      async () => (results.page = await runPage(folder, rows, port)),
      async () => (results[FIO] = await runAllFio(file, rows, seconds)),
      async () => (results[NATIVE] = await runAllNative(file, rows, seconds)),
    ];
    for (const side of isPageFirst ? sides : sides.toReversed()) await side();
    return results;
  } finally {
    process.removeListener('exit', clean);
    clean();
  }
}

async function measureRepeats(rows, { repeats, ...options }, onDrive) {
  const results = { wasm: [], [FIO]: [], [NATIVE]: [], checkValues: [] };
  for (let repeat = 0; repeat < repeats; repeat++) {
    const measure = (folder) => measureOnce(folder, rows, { ...options, isPageFirst: repeat % 2 === 1 });
    const { page, ...others } = await onDrive(measure);
    results.wasm.push(page.figures);
    results.checkValues.push(page.checkValues);
    for (const [contender, figures] of Object.entries(others)) results[contender].push(figures);
  }
  return results;
}

function rowsOf(rows, results) {
  return rows.map(({ work, ...rest }) => {
    const { id, what, of, against, floor, ceiling, goal } = rest;
    const repeatsOf = (figure) =>
      new Map([of, FIO, NATIVE].map((one) => [one, results[one].map((figures) => figures[id][figure])]));
    const mediansOf = (figure) => [...repeatsOf(figure)].map(([contender, values]) => [contender, median(values)]);
    const p50s = mediansOf('p50Ns').map(([contender, ns]) => `${contender} ${(ns / 1e3).toFixed(1)} us`);
    const p50_ratio = ratioOf(repeatsOf('p50Ns'), of, against);
    say(
      `${id}: ${valuesLine(work, mediansOf('callsPerS'))}; p50 ${p50s.join(', ')}, ratio ${p50_ratio.median.toFixed(2)}`,
    );
    return {
      id,
      what,
      of,
      against,
      floor,
      ceiling,
      goal,
      p50_ratio,
      ratio: ratioOf(repeatsOf('callsPerS'), of, against),
    };
  });
}

function checksOf(kind, checkValues) {
  return CHECKS.map(({ id, what, max, judged }) => {
    const values = checkValues.map((each) => each[id]);
    const summary = { median: median(values), worst: Math.max(...values) };
    const sentence = `${summary.median.toFixed(3)} (up to ${summary.worst.toFixed(3)}), ${judged} at most ${max}`;
    say(`${kind}: ${what}: ${sentence}${summary[judged] > max ? ': not held' : ''}`);
    return { id: `${kind}_${id}`, ...summary, judged, limit: max };
  });
}

/**
 * @param {string} folder on the machine's own drive
 * @param {{ only: readonly string[], seconds: number, repeats: number, port: number }} options
 * @returns {Promise<{ rows: object[], checks: object[] }>}
 */
export async function measureDriveRows(folder, options) {
  const all = { rows: [], checks: [] };
  for (const [kind, kindRows] of Object.entries(ROWS)) {
    const rows = kindRows.filter(({ id }) => options.only.length === 0 || options.only.includes(id));
    if (rows.length === 0) continue;
    const why = whyNoMemoryLimit() ?? (kind === 'simulated' ? await whyNoSimulatedDrive() : null);
    if (why !== null) {
      say(`Left out, because ${why}: ${rows.map(({ id }) => id).join(', ')}`);
      continue;
    }
    const { latencyUs, mbPerS, channels } = DRIVES.nvme_80us;
    if (kind === 'simulated') say(`Simulated drive: ${latencyUs} us, ${mbPerS} MB/s, ${channels} channels`);
    const results = await measureRepeats(rows, options, (measure) =>
      kind === 'simulated' ? withSimulatedDrive({ bytes: DRIVE_BYTES }, measure) : measure(folder),
    );
    all.rows.push(...rowsOf(rows, results));
    all.checks.push(...checksOf(kind, results.checkValues));
  }
  return all;
}
