import { BLOCK_BYTES } from './blocks.ts';
import type { RandomRates } from './classes.ts';

/**
 * The state of each block, one letter each: `u` not written, `w` written, then what was found when it was read: `i` intact,
 * `o` overwritten by another, `l` lost, `c` changed, `e` unreadable, `m` memory answered and nothing is known.
 */
export type BlockState = 'u' | 'w' | 'i' | 'o' | 'l' | 'c' | 'e' | 'm';

export interface CapacityFile {
  readonly name: string;
  readonly written: number;
  /** Blocks after them that only take their room. */
  readonly reserved: number;
  /** Time of writing, with its flush. */
  readonly ms: number;
}

/** A call that took much longer than its neighbours, by the block. */
export interface SlowCall {
  readonly block: number;
  readonly ms: number;
  /** How late a timer came in the meantime: this computer was busy. */
  readonly lagMs: number;
  /** How many of how many later readings of the same place were slow, too. */
  readonly slowAgain: number;
  readonly readAgain: number;
}

/** All that a test has to know to go on after its process, its tab or its drive was gone. */
export interface Journal {
  readonly format: 1;
  readonly seed: number;
  readonly folder: string;
  readonly isQuick: boolean;
  /** Each file was flushed when it was written: how long that took is the drive's. */
  readonly isFlushed: boolean;
  readonly limitBytes: number | null;
  phase: 'fill' | 'sample' | 'read' | 'again' | 'random' | 'done';
  /** Why nothing more was written: the drive was full, or it refused. */
  filled: 'no' | 'full' | 'limit' | 'refused';
  files: CapacityFile[];
  /** By the block. */
  states: BlockState[];
  /** Of overwritten blocks: how many cells later what was found there belongs. */
  distances: [block: number, cells: number][];
  slow: SlowCall[];
  writeErrors: number;
  /** Time of reading, and how much was read in it. */
  readMs: number;
  readBlocks: number;
  /** Small calls inside of files; `null` where none were made. */
  random: RandomRates | null;
}

export const newJournal = (
  seed: number,
  folder: string,
  {
    isQuick = false,
    isFlushed = true,
    limitBytes = null,
  }: { isQuick?: boolean; isFlushed?: boolean; limitBytes?: number | null } = {},
): Journal => ({
  format: 1,
  seed,
  folder,
  isQuick,
  isFlushed,
  limitBytes,
  phase: 'fill',
  filled: 'no',
  files: [],
  states: [],
  distances: [],
  slow: [],
  writeErrors: 0,
  readMs: 0,
  readBlocks: 0,
  random: null,
});

/** Enough to know a period by. */
const MAX_DISTANCES = 4096;

/** From all parts of a drive: what stands at its front was all overwritten by its end, and says nothing of the laps between. */
export function noteDistance({ isQuick, states, distances }: Journal, block: number, cells: number): void {
  const step = isQuick ? 1 : Math.ceil(states.length / MAX_DISTANCES);
  if (block % step !== 0 || distances.length >= MAX_DISTANCES || distances.some(([place]) => place === block)) return;
  distances.push([block, cells]);
}

/** Runs of equal letters: a drive of terabytes takes a few bytes. */
function pack(states: readonly BlockState[]): string {
  let text = '';
  for (let from = 0; from < states.length;) {
    let to = from + 1;
    while (states[to] === states[from]) to++;
    text += `${states[from]}${to - from}`;
    from = to;
  }
  return text;
}

function unpack(text: string): BlockState[] | null {
  if (!/^(?:[uwiolcem][1-9]\d{0,9})*$/.test(text)) return null;
  const states: BlockState[] = [];
  for (const [, letter, count] of text.matchAll(/([a-z])(\d+)/g)) {
    if (states.length + Number(count) > MAX_BLOCKS) return null;
    for (let index = 0; index < Number(count); index++) states.push(letter as BlockState);
  }
  return states;
}

/** 64 TiB. */
const MAX_BLOCKS = 2 ** 46 / BLOCK_BYTES;

export const writeJournal = (journal: Journal): string => JSON.stringify({ ...journal, states: pack(journal.states) });

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** A journal as it was written; `null` for anything else, such as one that a full drive has cut off. */
export function readJournal(text: string): Journal | null {
  try {
    const value = JSON.parse(text) as Record<string, unknown> & Journal;
    const states = typeof value.states === 'string' ? unpack(value.states) : null;
    if (states === null || value.format !== 1 || !isCount(value.seed) || typeof value.folder !== 'string') return null;
    const counts = [value.writeErrors, value.readMs, value.readBlocks];
    const hasLists = Array.isArray(value.files) && Array.isArray(value.distances) && Array.isArray(value.slow);
    const isKnown =
      ['fill', 'sample', 'read', 'again', 'random', 'done'].includes(value.phase) &&
      ['no', 'full', 'limit', 'refused'].includes(value.filled) &&
      typeof value.isQuick === 'boolean' &&
      typeof value.isFlushed === 'boolean' &&
      (value.limitBytes === null || isCount(value.limitBytes)) &&
      (value.random === null || [value.random.readsPerS, value.random.writesPerS].every(isCount));
    if (!isKnown || !hasLists || !counts.every(isCount)) return null;
    const areFiles = value.files.every(
      ({ name, written, reserved, ms }) => typeof name === 'string' && [written, reserved, ms].every(isCount),
    );
    const areDistances = value.distances.every(
      (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isFinite),
    );
    const areSlow = value.slow.every(({ block, ms, lagMs, slowAgain, readAgain }) =>
      [block, ms, lagMs, slowAgain, readAgain].every(isCount),
    );
    const blocks = value.files.reduce((sum, file) => sum + file.written + file.reserved, 0);
    return areFiles && areDistances && areSlow && blocks === states.length ? { ...value, states } : null;
  } catch {
    return null;
  }
}
