import type { Engine } from '../documents/environment.ts';

/** No memory of a machine with a browser moves more, over all its workers. */
export const MAX_BYTES_PER_S = 400e9;
/** No call through any engine takes less. */
export const MIN_CALL_NS = 50;
/** Clocks are read before and after, by different threads, and the middles of buckets stand for calls: sums may be this much off. */
export const TIME_SLACK = 1.1;
/** The same of parts that one clock has measured within a whole. */
export const PART_SLACK = 1.01;
/** Between the parts of a run lies what no part measures. */
export const WALL_SLACK_NS = 1e9;

interface EngineLimits {
  /** What a call costs at least, whatever answers it: through a browser, another process, or straight into the system. */
  readonly minCallNs: number;
  /** What is copied at most by one caller, and by all of them together. */
  readonly callerBytesPerS: number;
  readonly bytesPerS: number;
}

const IN_BROWSER: EngineLimits = { minCallNs: 300, callerBytesPerS: 100e9, bytesPerS: 200e9 };
const IN_SYSTEM: EngineLimits = { ...IN_BROWSER, minCallNs: MIN_CALL_NS };

/** What is quicker than this is possible, and was not measured through the engine: it does not rank. */
export const ENGINE_LIMITS: Readonly<Record<Engine, EngineLimits>> = {
  'opfs-sync': IN_BROWSER,
  memory: IN_BROWSER,
  scripted: IN_BROWSER,
  node: IN_SYSTEM,
  'node-direct': IN_SYSTEM,
  'picked-folder': { minCallNs: 5e3, callerBytesPerS: 20e9, bytesPerS: 20e9 },
  'picked-file': { minCallNs: 5e3, callerBytesPerS: 40e9, bytesPerS: 40e9 },
};

/** No round of writes with its flush is quicker, through any engine. */
export const MAX_FLUSHED_BYTES_PER_S = 20e9;
