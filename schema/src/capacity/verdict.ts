import { BLOCK_BYTES } from './blocks.ts';
import type { BlockState, Journal } from './journal.ts';
import { periodOf } from './period.ts';

/** Less says nothing about a drive; whole blocks, as a test writes them. */
export const MIN_TESTED_BYTES = 96 * BLOCK_BYTES;
/** A part that is gone is a false size from this much on; less is damage. */
const MIN_MISSING = { blocks: 64, share: 0.02 } as const;
/** From so much that was read, and not from memory, a drive may be called good. */
const MIN_PROVEN_SHARE = 0.98;
/** So many places are no accident of a busy computer. */
const MIN_SLOW_AGAIN_PLACES = 3;
/** Fewer slow calls are what any computer has, and a quick test makes too few to tell. Those of a computer that was busy say nothing. */
const MIN_SLOW = { places: 8, share: 0.02, maxLagMs: 50 } as const;

type CapacityKind = 'true' | 'fake' | 'damaged' | 'sick' | 'slow' | 'unknown' | 'too_little';

export interface CapacityVerdict {
  readonly kind: CapacityKind;
  readonly isQuick: boolean;
  readonly testedBytes: number;
  /** A quick test may reserve the rest. */
  readonly writtenBytes: number;
  /** Read from the drive itself, and as it was written. */
  readonly provenBytes: number;
  /** The part of the tested bytes that the drive really keeps; `null` where it is not false. */
  readonly realBytes: number | null;
  /** After so many bytes it begins to write over what it holds. */
  readonly periodBytes: number | null;
  readonly blocks: Readonly<
    Record<'intact' | 'overwritten' | 'lost' | 'changed' | 'unreadable' | 'memory' | 'unread', number>
  >;
  readonly firstBadBytes: number | null;
  readonly slowPlaces: number;
  /** Slow each time that they were read. */
  readonly slowAgainPlaces: number;
}

const isBad = (state: BlockState | undefined) => state === 'o' || state === 'l' || state === 'c' || state === 'e';
export const isRead = (state: BlockState | undefined) => isBad(state) || state === 'i' || state === 'm';

/** Blocks one after the other, of those that were read, of which the same holds. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

const lengthOf = ({ first, last }: Stretch) => last - first + 1;

/** Those in which every block that was read is one of these. */
function stretchesOf(states: readonly BlockState[], among: string): Stretch[] {
  const stretches: Stretch[] = [];
  let first: number | null = null;
  for (const [block, state] of states.entries()) {
    if (!isRead(state)) continue;
    if (!among.includes(state)) {
      first = null;
      continue;
    }
    if (first !== null) stretches.pop();
    first ??= block;
    stretches.push({ first, last: block });
  }
  return stretches;
}

/** `null` where there is none. */
export const longestOf = (states: readonly BlockState[], among: string): Stretch | null =>
  stretchesOf(states, among).toSorted((a, b) => lengthOf(b) - lengthOf(a))[0] ?? null;

/** What is there of a drive that loses the rest. File systems lay it in several pieces; what was written last a cache may hold. */
function keptBlocksOf(states: readonly BlockState[]): number {
  const longest = longestOf(states, 'im');
  const last = states.findLastIndex(isRead);
  const kept = stretchesOf(states, 'im').filter((one) => one.last < last || one.first === longest?.first);
  return kept.reduce((sum, one) => sum + lengthOf(one), 0);
}

/** Whether a part of the drive is missing, not a spot: nothing of what was written there came back. */
function isPartMissing(states: readonly BlockState[]): boolean {
  const minBlocks = Math.max(MIN_MISSING.blocks, MIN_MISSING.share * states.length);
  const lost = longestOf(states, 'ol');
  if (lost !== null && lengthOf(lost) >= minBlocks) return true;
  // Some answer with an error what lies after their real end.
  const refused = longestOf(states, 'ole');
  return refused !== null && lengthOf(refused) >= minBlocks && refused.last === states.findLastIndex(isRead);
}

function countsOf(states: readonly BlockState[]): CapacityVerdict['blocks'] {
  const count = (letter: string) => states.reduce((sum, state) => sum + (state === letter ? 1 : 0), 0);
  return {
    intact: count('i'),
    overwritten: count('o'),
    lost: count('l'),
    changed: count('c'),
    unreadable: count('e'),
    memory: count('m'),
    unread: count('w') + count('u'),
  };
}

/** The verdict so far: it can be asked at any time. */
export function capacityVerdict(journal: Journal): CapacityVerdict {
  const { states, isQuick, slow } = journal;
  const blocks = countsOf(states);
  const testedBytes = states.length * BLOCK_BYTES;
  const firstBad = states.findIndex(isBad);
  const slowAgainPlaces = slow.filter(({ slowAgain, readAgain }) => readAgain > 0 && slowAgain === readAgain).length;
  const rest = {
    isQuick,
    testedBytes,
    writtenBytes: journal.files.reduce((sum, { written }) => sum + written * BLOCK_BYTES, 0),
    provenBytes: blocks.intact * BLOCK_BYTES,
    blocks,
    firstBadBytes: firstBad < 0 ? null : firstBad * BLOCK_BYTES,
    slowPlaces: slow.length,
    slowAgainPlaces,
  };
  const none = { realBytes: null, periodBytes: null };
  const periodBytes = periodOf(journal);
  if (periodBytes !== null) return { ...rest, kind: 'fake', realBytes: periodBytes, periodBytes };
  if (isPartMissing(states)) {
    return { ...rest, kind: 'fake', realBytes: keptBlocksOf(states) * BLOCK_BYTES, periodBytes: null };
  }
  if (blocks.overwritten + blocks.lost + blocks.changed > 0) return { ...rest, ...none, kind: 'damaged' };
  if (blocks.unreadable + journal.writeErrors > 0 || slowAgainPlaces >= MIN_SLOW_AGAIN_PLACES) {
    return { ...rest, ...none, kind: 'sick' };
  }
  if (journal.filled !== 'no' && testedBytes < MIN_TESTED_BYTES) return { ...rest, ...none, kind: 'too_little' };
  const readBlocks = blocks.intact + blocks.memory;
  // A place that was slow once and could not be asked again may be sick.
  const isOpen = slow.length >= MIN_SLOW_AGAIN_PLACES && slow.every(({ readAgain }) => readAgain === 0);
  const isProven =
    !isOpen &&
    journal.phase === 'done' &&
    readBlocks > 0 &&
    blocks.intact >= MIN_PROVEN_SHARE * (isQuick ? readBlocks : states.length);
  if (!isProven) return { ...rest, ...none, kind: 'unknown' };
  const slowCalls = slow.filter(({ lagMs }) => lagMs <= MIN_SLOW.maxLagMs).length;
  const isSlow = !isQuick && slowCalls >= Math.max(MIN_SLOW.places, MIN_SLOW.share * readBlocks);
  return { ...rest, ...none, kind: isSlow ? 'slow' : 'true' };
}
