import type { PausedRun } from '@opfsmark/core';
import type { Ticket } from '@opfsmark/schema/api';
import type { Engine } from '@opfsmark/schema/documents';

const KEY = 'opfsmark.paused';

/** All that a run needs to go on after its page has reloaded itself. */
export interface Paused {
  readonly run: PausedRun;
  readonly ticket: Ticket | null;
  readonly engine: Engine;
}

/** In a store of this tab alone. */
export function keepPaused(paused: Paused, store: Pick<Storage, 'setItem'>): void {
  store.setItem(KEY, JSON.stringify(paused));
}

/** Where the page is still there when the run ends. */
export function dropPaused(store: Pick<Storage, 'removeItem'>): void {
  store.removeItem(KEY);
}

/** Whoever takes it goes on with the run or gives it up: it is there for one load of the page only. */
export function takePaused(store: Pick<Storage, 'getItem' | 'removeItem'>): Paused | null {
  try {
    const text = store.getItem(KEY);
    store.removeItem(KEY);
    return text === null ? null : (JSON.parse(text) as Paused);
  } catch {
    // Something else has written it.
    return null;
  }
}
