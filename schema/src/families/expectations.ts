import type { Engine } from '../documents/environment.ts';
import { eachBucket } from '../documents/histogram.ts';
import type { Pass } from '../documents/pass.ts';

/** No call through any engine takes less. */
export const MIN_CALL_NS = 50;
/** Clocks are read before and after, by different threads, and the middles of buckets stand for calls: sums may be this much off. */
export const TIME_SLACK = 1.1;
/** The same of parts that one clock has measured within a whole. */
export const PART_SLACK = 1.01;
/** Between the parts of a run lies what no part measures. */
export const WALL_SLACK_NS = 1e9;

interface EngineLimits {
  /** The least that a call costs, whatever answers it: through a browser, another process, or straight into the system. */
  readonly minCallNs: number;
  /** The most that is copied by one caller, and by all of them together. */
  readonly callerBytesPerS: number;
  readonly bytesPerS: number;
}

const IN_BROWSER: EngineLimits = { minCallNs: 300, callerBytesPerS: 100e9, bytesPerS: 200e9 };
const IN_SYSTEM: EngineLimits = { ...IN_BROWSER, minCallNs: MIN_CALL_NS };

/** Limits of engines: a call that is quicker is possible, and was not measured through the engine. It does not rank. */
export const ENGINE_LIMITS: Readonly<Record<Engine, EngineLimits>> = {
  'opfs-sync': IN_BROWSER,
  memory: IN_BROWSER,
  scripted: IN_BROWSER,
  node: IN_SYSTEM,
  'node-direct': IN_SYSTEM,
  'picked-folder': { minCallNs: 5e3, callerBytesPerS: 20e9, bytesPerS: 20e9 },
  'picked-file': { minCallNs: 5e3, callerBytesPerS: 40e9, bytesPerS: 40e9 },
};

/** A statement of a record that contradicts another one: RFC 6901 pointer into the record, and what is wrong. */
export interface Contradiction {
  readonly pointer: string;
  readonly detail: string;
}

/** Records a statement that does not hold. */
export type ExpectThat = (holds: boolean, pointer: string, detail: string) => void;

export interface Expectations {
  /** Points into the result. */
  readonly expectThat: ExpectThat;
  /** Points into the whole record. */
  readonly expectOfRecord: ExpectThat;
}

/** More say nothing new about a record that is wrong. */
const MAX_CONTRADICTIONS = 50;

/** `unmet`: what did not hold. */
export function collectExpectations(): Expectations & { readonly unmet: readonly Contradiction[] } {
  const contradictions: Contradiction[] = [];
  const expectOfRecord: ExpectThat = (holds, pointer, detail) => {
    if (!holds && contradictions.length < MAX_CONTRADICTIONS) contradictions.push({ pointer, detail });
  };
  return {
    unmet: contradictions,
    expectOfRecord,
    expectThat: (holds, pointer, detail) => expectOfRecord(holds, `/result${pointer}`, detail),
  };
}

interface Calls {
  readonly ops: number;
  readonly bytes: number;
  readonly histogram: string;
}

/** Every call moves one block. */
export function checkBlocks(
  { ops, bytes }: Omit<Calls, 'histogram'>,
  blockBytes: number,
  at: string,
  expectThat: ExpectThat,
): void {
  expectThat(bytes === ops * blockBytes, `${at}/bytes`, `is not calls x ${blockBytes}`);
}

/** Every call was timed by itself. */
export function checkTimed({ ops, histogram }: Omit<Calls, 'bytes'>, at: string, expectThat: ExpectThat): void {
  let timedCount = 0;
  eachBucket(histogram, (_, n) => (timedCount += n));
  expectThat(timedCount === ops, `${at}/histogram`, `holds ${timedCount} of ${ops} calls`);
}

/** The identities of every pass, of whatever family. In an open loop calls wait beside those that the workers make. */
export function checkPassIdentities(pass: Pass, blockBytes: number, pointer: string, expectThat: ExpectThat): void {
  expectThat(pass.total_ns >= pass.elapsed_ns, `${pointer}/total_ns`, 'is shorter than the window without its flush');
  for (const name of ['read', 'write'] as const) {
    const side = pass[name];
    if (!side) continue;
    checkBlocks(side, blockBytes, `${pointer}/${name}`, expectThat);
    const capacityNs = pass.elapsed_ns * pass.workers;
    expectThat(
      pass.due !== undefined || side.busy_ns <= capacityNs * TIME_SLACK,
      `${pointer}/${name}/busy_ns`,
      'is more time than the workers had',
    );
    if (pass.timing !== 'batched') checkTimed(side, `${pointer}/${name}`, expectThat);
  }
}
