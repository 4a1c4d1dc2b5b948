import { ROW_BYTES } from '@opfsmark/schema/families';
import { countDamaged } from './loop.ts';
import type { AppStore, Item } from './store.ts';
import { sameValue, valueOf, type WorkSize } from './values.ts';

/** Contexts that have one store open at once. */
export const TABS = 2;
const ROWS_PER_TAB = 10;

/** Rows of both lie side by side, so that they share what the store writes at once: pages of a database, for example. */
function tabRowOf({ seed, batch_rows, puts }: WorkSize, tab: number, index: number): Item {
  const key = batch_rows + puts + index * TABS + tab;
  return { key, value: valueOf(seed, key, 'tab', 0, ROW_BYTES) };
}

/** What one of them did: the indices of its puts that were answered, and how many ended with an error. */
export interface TabPuts {
  readonly answered: readonly number[];
  readonly refused: number;
}

/** Puts the rows of one tab, with a turn for the other one after each. */
export async function putAsTab(store: AppStore, size: WorkSize, tab: number): Promise<TabPuts> {
  const answered: number[] = [];
  for (let index = 0; index < ROWS_PER_TAB; index++) {
    try {
      await store.putMany([tabRowOf(size, tab, index)]);
      answered.push(index);
    } catch {
      // Another one writes: that is an answer too.
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { answered, refused: ROWS_PER_TAB - answered.length };
}

export interface TabsLeft {
  readonly lost: number;
  readonly damaged: number;
}

/** Counts, from a third context after both have closed the store, which acknowledged puts are not there. */
export async function countLostPuts(store: AppStore, size: WorkSize, tabs: readonly TabPuts[]): Promise<TabsLeft> {
  let lost = 0;
  for (const [tab, { answered }] of tabs.entries()) {
    for (const index of answered) {
      const { key, value } = tabRowOf(size, tab, index);
      if (!sameValue(await store.get(key), value)) lost++;
    }
  }
  return { lost, damaged: await countDamaged(store, size, size.loops) };
}
