import { ROW_BYTES } from '@opfsmark/schema/families';
import { countDamaged } from './loop.ts';
import type { AppStore, Item, Maybe } from './store.ts';
import { sameValue, valueOf, type WorkSize } from './values.ts';

export interface Survivors {
  readonly lost: number;
  readonly torn: number;
  readonly damaged: number;
}

/** In the order in which a store is interrupted: each puts the keys of the one before again, with values of its own. */
const INTERRUPTIONS = ['survival', 'reload'] as const;
/** By the end of its worker, or by a reload of the page. */
export type Interruption = (typeof INTERRUPTIONS)[number];

/** Rows that are put when a store is about to be interrupted, behind all others. */
function rowOf({ seed, batch_rows, puts }: WorkSize, interruption: Interruption, index: number): Item {
  const key = batch_rows + puts + index;
  return { key, value: valueOf(seed, key, interruption, 0, ROW_BYTES) };
}

/** Whether a value is what the interruption before has left. */
function isFromBefore(found: Uint8Array, size: WorkSize, interruption: Interruption, index: number): boolean {
  const before = INTERRUPTIONS[INTERRUPTIONS.indexOf(interruption) - 1];
  return before !== undefined && sameValue(found, rowOf(size, before, index).value);
}

/** Puts one row after the other and tells each that was answered, until `onAcknowledged` says that it is enough. */
export async function putOn(
  store: AppStore,
  size: WorkSize,
  interruption: Interruption,
  onAcknowledged: (count: number) => Maybe<boolean>,
): Promise<void> {
  for (let index = 0; ; index++) {
    await store.putMany([rowOf(size, interruption, index)]);
    if (!(await onAcknowledged(index + 1))) return;
  }
}

/** What is left of the rows that were acknowledged, and whether older rows are what they were after the last loop. */
export async function countSurvivors(
  store: AppStore,
  size: WorkSize,
  interruption: Interruption,
  acknowledged: number,
): Promise<Survivors> {
  let [lost, torn] = [0, 0];
  // Rows behind those may have been put before anybody heard of it; the one under way may be there or not. None may be half.
  for (let index = 0; ; index++) {
    const { key, value } = rowOf(size, interruption, index);
    const found = await store.get(key);
    const isThere = found !== null && !isFromBefore(found, size, interruption, index);
    if (!isThere && index >= acknowledged) break;
    if (!isThere) lost++;
    else if (!sameValue(found, value)) torn++;
  }
  return { lost, torn, damaged: await countDamaged(store, size, size.loops) };
}
