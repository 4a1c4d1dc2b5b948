import { KIB, median, MIB } from '@opfsmark/schema/documents';
import { runFio, runNode, runPlainJs, runWasm } from './contenders.mjs';
import { cacheFile, evict, runNative } from './native.mjs';

/**
 * What is measured, and which rows of the table come from it.
 *
 * @typedef {object} Work One window, whoever runs it.
 * @property {'read' | 'write'} operation
 * @property {'sequential' | 'random'} pattern
 * @property {number} blockBytes
 * @property {number} workers each blocked in one call; for libaio the depth
 * @property {'batched' | 'each'} timing of the core's loop; fio times every call
 * @property {'none' | 'end' | 'each'} flush
 * @property {number} spanBytes the part of the file, from its beginning
 * @property {number} visitEvery 1: all blocks of the span, over and over; n: every n-th of its order, once
 *
 * @typedef {'fio psync' | 'fio libaio direct' | 'native' | 'native asking size' | 'plain JS' | 'node' | 'wasm'} Contender
 *
 * @typedef {object} Row
 * @property {string} id
 * @property {string} what
 * @property {Contender} of
 * @property {Contender} against
 * @property {number} [floor]
 * @property {number} [goal]
 *
 * @typedef {object} Experiment
 * @property {Work} work
 * @property {'cached' | 'cold'} state of the file before every window
 * @property {number} [windowS] length of a window; without: all the seconds a repeat has
 * @property {'undisturbed' | 'median'} typical the window that stands for a repeat
 * @property {readonly Row[]} rows
 */

export const FILE_BYTES = 1024 * MIB;
/** Clearly more than any processor's cache, and little enough to be written back in a moment. */
export const HOT_BYTES = 256 * MIB;
export const MAX_WORKERS = 32;
const WINDOW_S = 0.25;

/** @type {Work} */
export const CACHED_READ = {
  ...{ operation: 'read', pattern: 'random', blockBytes: 4 * KIB, workers: 1 },
  ...{ timing: 'each', flush: 'none', spanBytes: HOT_BYTES, visitEvery: 1 },
};
const SEQ_1M = { ...CACHED_READ, pattern: 'sequential', blockBytes: MIB };
const WRITE_4K = { ...CACHED_READ, operation: 'write' };

/** What comes between only ever makes a window of cached reads slower. Writes also meet the journal and the drive. */
const CACHED_WINDOWS = { state: 'cached', windowS: WINDOW_S, typical: 'undisturbed' };
const WRITTEN_WINDOWS = { ...CACHED_WINDOWS, typical: 'median' };

/** With many workers processors may be the limit: threads that wait in a call each meet the same, and a queue without threads is printed. */
function cold(workers) {
  const id = `cold_4k_q${workers}`;
  const row = { what: `4 KiB cold read, Q${workers}`, of: 'wasm' };
  const libaioRow = { ...row, against: 'fio libaio direct' };
  return {
    // An eighth of the blocks: where much of a file has been read, Linux reads ahead around what is missing.
    work: { ...CACHED_READ, workers, spanBytes: FILE_BYTES, visitEvery: 8 },
    ...{ state: 'cold', typical: 'median' },
    rows:
      workers === 1
        ? [{ id, ...libaioRow, floor: 0.8, goal: 0.95 }]
        : [
            { id, ...row, against: 'native', floor: 0.85, goal: 0.9 },
            { id: `${id}_libaio`, ...libaioRow },
          ],
  };
}

/** @type {readonly Experiment[]} */
export const EXPERIMENTS = [
  {
    ...{ work: SEQ_1M, ...CACHED_WINDOWS },
    rows: [
      { id: 'read_1m', what: '1 MiB read, cached', of: 'wasm', against: 'fio psync', floor: 0.95, goal: 1 },
      { id: 'cli_read_1m', what: '1 MiB read, cached', of: 'node', against: 'fio psync', floor: 0.95, goal: 1 },
    ],
  },
  {
    ...{ work: { ...SEQ_1M, operation: 'write' }, ...WRITTEN_WINDOWS },
    rows: [{ id: 'write_1m', what: '1 MiB write, buffered', of: 'wasm', against: 'fio psync', floor: 0.8, goal: 0.95 }],
  },
  {
    ...{ work: { ...CACHED_READ, timing: 'batched' }, ...CACHED_WINDOWS },
    rows: [
      {
        ...{ id: 'read_4k_batched', what: '4 KiB read, cached, batched', of: 'wasm', against: 'fio psync' },
        ...{ floor: 0.7, goal: 0.85 },
      },
      { id: 'native_read_4k', what: 'the same, native runner', of: 'native', against: 'fio psync' },
      { id: 'cli_read_4k', what: '4 KiB read, cached, batched', of: 'node', against: 'fio psync', floor: 0.5 },
    ],
  },
  {
    ...{ work: CACHED_READ, ...CACHED_WINDOWS },
    rows: [
      {
        ...{ id: 'read_4k_timed', what: '4 KiB read, cached, each timed', of: 'wasm', against: 'fio psync' },
        ...{ floor: 0.55, goal: 0.75 },
      },
    ],
  },
  {
    ...{ work: WRITE_4K, ...WRITTEN_WINDOWS },
    rows: [{ id: 'write_4k', what: '4 KiB write, buffered', of: 'wasm', against: 'fio psync', floor: 0.18 }],
  },
  {
    ...{ work: { ...WRITE_4K, flush: 'each' }, ...WRITTEN_WINDOWS },
    rows: [
      {
        // The browser asks for the file's size before each write, and fio does not: the row that has a floor is
        // `write_4k_flush_asked`, against a runner that asks likewise.
        ...{ id: 'write_4k_flush', what: '4 KiB write + flush each', of: 'wasm', against: 'fio psync' },
      },
      // What of the browser's loss is the file system's answer to one of its calls: see SizeAskingBackend.
      {
        id: 'size_write_4k_flush',
        what: 'the same, a size asked before',
        of: 'native asking size',
        against: 'fio psync',
      },
      {
        ...{ id: 'write_4k_flush_asked', what: '4 KiB write + flush each', of: 'wasm', against: 'native asking size' },
        floor: 0.8,
      },
      { id: 'cli_write_4k_flush', what: '4 KiB write + flush each', of: 'node', against: 'fio psync', floor: 0.9 },
    ],
  },
  cold(1),
  cold(8),
  cold(32),
  {
    // Both in one browser, so windows can be short enough that a disturbance hits few of them.
    ...{ work: { ...CACHED_READ, timing: 'batched' }, ...CACHED_WINDOWS, windowS: 0.01 },
    rows: [{ id: 'js_4k', what: '4 KiB read, cached, batched', of: 'wasm', against: 'plain JS', floor: 0.97, goal: 1 }],
  },
];

/** Calls per second. @type {Record<Contender, (context: object) => Promise<number>>} */
export const CONTENDERS = {
  'fio psync': (context) => runFio('psync', context),
  'fio libaio direct': (context) => runFio('libaio', context),
  native: runNative,
  'native asking size': (context) => runNative({ ...context, asksSize: true }),
  node: runNode,
  'plain JS': runPlainJs,
  wasm: runWasm,
};

/**
 * The one of many short windows at the border of the fastest tenth: what comes between a window of cached calls
 * (another process, a change of the clock's frequency) only ever makes it slower, and hits both sides alike.
 */
export const undisturbed = (callsPerS) => callsPerS.toSorted((a, b) => b - a)[Math.floor(callsPerS.length / 10)];

const TYPICAL = { undisturbed, median };

/**
 * Runs an experiment: contenders in turn on one file in one state.
 * @param {Experiment} experiment
 * @param {readonly Contender[]} contenders
 * @param {{ file: string, page: object, seconds: number, repeats: number }} options `seconds`: of each contender per repeat
 * @returns {Promise<Map<Contender, number[]>>} calls per second, one number per repeat
 */
export async function measure(experiment, contenders, { file, page, seconds, repeats }) {
  const { work, state, typical } = experiment;
  const windowS = Math.min(seconds, experiment.windowS ?? seconds);
  const windows = Math.max(1, Math.round(seconds / windowS));
  let seed = 1;
  const window = async (contender, lastsS) => {
    // Windows shorter than this preparation follow each other without it: reads leave the file as it is.
    if (state === 'cold') await evict(file);
    else if (work.operation === 'write') await cacheFile(file);
    return CONTENDERS[contender]({ file, page, work, seconds: lastsS, seed: seed++ });
  };

  if (state === 'cached') {
    await cacheFile(file);
    for (const contender of contenders) await window(contender, Math.max(windowS, 0.1));
  }
  const repeatValues = new Map(contenders.map((contender) => [contender, []]));
  let turn = 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const values = new Map(contenders.map((contender) => [contender, []]));
    for (let i = 0; i < windows; i++) {
      // Forwards, then backwards: a drift of the machine meets all alike.
      const order = turn++ % 2 === 0 ? contenders : contenders.toReversed();
      for (const contender of order) values.get(contender).push(await window(contender, windowS));
    }
    for (const [contender, all] of values) repeatValues.get(contender).push(TYPICAL[typical](all));
  }
  return repeatValues;
}

/** The ratio of one contender to another, repeat by repeat. */
export function ratioOf(repeatValues, of, against) {
  const ratios = repeatValues.get(of).map((value, repeat) => value / repeatValues.get(against)[repeat]);
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}
