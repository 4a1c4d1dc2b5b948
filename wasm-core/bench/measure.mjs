/** Runs an experiment: contenders in turn on one file in one state, and what they reach in relation to each other. */
import { runFio, runNode, runPlainJs, runWasm } from './contenders.mjs';
import { evict, runNative, cacheFile } from './native.mjs';

/** Calls per second. @type {Record<import('./experiments.mjs').Contender, (context: object) => Promise<number>>} */
export const CONTENDERS = {
  'fio psync': (context) => runFio('psync', context),
  'fio libaio direct': (context) => runFio('libaio', context),
  native: runNative,
  'native asking size': (context) => runNative({ ...context, asksSize: true }),
  node: runNode,
  'plain JS': runPlainJs,
  wasm: (context) => runWasm(context),
  'wasm with pulse': (context) => runWasm(context, 'togetherWithPulse'),
};

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/**
 * Of many short windows, the one at the border of the fastest tenth: what comes between a window of cached calls
 * (another process, a change of the clock's frequency) only ever makes it slower, and hits both sides alike.
 */
export const undisturbed = (callsPerS) => callsPerS.toSorted((a, b) => b - a)[Math.floor(callsPerS.length / 10)];

const TYPICAL = { undisturbed, median };

/**
 * @param {import('./experiments.mjs').Experiment} experiment
 * @param {readonly import('./experiments.mjs').Contender[]} contenders
 * @param {{ file: string, page: object, seconds: number, repeats: number }} options `seconds`: of each contender per repeat
 * @returns {Promise<Map<import('./experiments.mjs').Contender, number[]>>} calls per second, one number per repeat
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
  const repeated = new Map(contenders.map((contender) => [contender, []]));
  let turn = 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const values = new Map(contenders.map((contender) => [contender, []]));
    for (let i = 0; i < windows; i++) {
      // Forwards, then backwards: a drift of the machine meets all alike.
      const order = turn++ % 2 === 0 ? contenders : contenders.toReversed();
      for (const contender of order) values.get(contender).push(await window(contender, windowS));
    }
    for (const [contender, all] of values) repeated.get(contender).push(TYPICAL[typical](all));
  }
  return repeated;
}

/** Of one contender to another, repeat by repeat. */
export function ratioOf(repeated, of, against) {
  const ratios = repeated.get(of).map((value, repeat) => value / repeated.get(against)[repeat]);
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}
