import { ROW_BYTES } from '@opfsmark/schema/families/app-storage/contender-ids';
import { countDamaged } from './loop.ts';
import { sameValue, valueOf, type AppStore, type Item, type Maybe, type WorkSize } from './store.ts';

/** Contexts that have one store open at once. */
export const TABS = 2;
const ROWS_PER_TAB = 10;

/** Rows of both lie side by side, so that they share what the store writes at once: pages of a database, for example. */
function tabRowOf({ seed, batch_rows, puts }: WorkSize, tab: number, index: number): Item {
  const key = batch_rows + puts + index * TABS + tab;
  return { key, value: valueOf(seed, key, 'tab', 0, ROW_BYTES) };
}

/** The work of one of them: the indices of its puts that were answered, and how many ended with an error. */
export interface TabPuts {
  readonly answered: readonly number[];
  readonly refused: number;
}

/** Puts the rows of one tab, with a turn for the other one after each; `onEnd` hears how many have ended, well or not. */
export async function putAsTab(
  store: AppStore,
  size: WorkSize,
  tab: number,
  onEnd: (count: number) => void = () => undefined,
): Promise<TabPuts> {
  const answeredPuts: number[] = [];
  for (let index = 0; index < ROWS_PER_TAB; index++) {
    try {
      await store.putMany([tabRowOf(size, tab, index)]);
      answeredPuts.push(index);
    } catch {
      // Another one writes: that is an answer too.
    }
    onEnd(index + 1);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { answered: answeredPuts, refused: ROWS_PER_TAB - answeredPuts.length };
}

export interface TabsLeft {
  readonly lost: number;
  readonly damaged: number;
}

/** Counts, from a third context after both have closed the store, which acknowledged puts are not there. */
export async function countLostPuts(store: AppStore, size: WorkSize, tabs: readonly TabPuts[]): Promise<TabsLeft> {
  let lostCount = 0;
  for (const [tab, { answered }] of tabs.entries()) {
    for (const index of answered) {
      const { key, value } = tabRowOf(size, tab, index);
      if (!sameValue(await store.get(key), value)) lostCount++;
    }
  }
  return { lost: lostCount, damaged: await countDamaged(store, size, size.loops) };
}

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
function isFromBefore(value: Uint8Array, size: WorkSize, interruption: Interruption, index: number): boolean {
  const earlierInterruption = INTERRUPTIONS[INTERRUPTIONS.indexOf(interruption) - 1];
  return earlierInterruption !== undefined && sameValue(value, rowOf(size, earlierInterruption, index).value);
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

/** The acknowledged rows that are left, and whether older rows are what they were after the last loop. */
export async function countSurvivors(
  store: AppStore,
  size: WorkSize,
  interruption: Interruption,
  acknowledgedCount: number,
): Promise<Survivors> {
  let [lostCount, tornCount] = [0, 0];
  // Rows behind those may have been put before anybody heard of it; the one under way may be there or not. None may be half.
  for (let index = 0; ; index++) {
    const { key, value } = rowOf(size, interruption, index);
    const storedValue = await store.get(key);
    const isThere = storedValue !== null && !isFromBefore(storedValue, size, interruption, index);
    if (!isThere && index >= acknowledgedCount) break;
    if (!isThere) lostCount++;
    else if (!sameValue(storedValue, value)) tornCount++;
  }
  return { lost: lostCount, torn: tornCount, damaged: await countDamaged(store, size, size.loops) };
}
