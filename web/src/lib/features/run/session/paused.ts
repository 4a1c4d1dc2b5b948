import type { PausedRun } from '@opfsmark/core';
import type { Ticket } from '@opfsmark/schema/api';
import type { Engine } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';

const KEY = 'opfsmark.paused';

/** All that a run needs to go on after its page has reloaded itself. */
export interface Paused {
  readonly run: PausedRun;
  readonly ticket: Ticket | null;
  readonly engine: Engine;
}

/** What the page shows when it comes back, of a run that does not go on. */
export interface Left {
  readonly record: RunRecord;
  readonly ticket: Ticket | null;
  /** The page went away in the middle of the run, which nobody has kept yet. */
  readonly wasCut: boolean;
}

/** In a store of this tab alone. */
export function keepPaused(paused: Paused | Left, store: Pick<Storage, 'setItem'>): void {
  store.setItem(KEY, JSON.stringify(paused));
}

/** Where the page is still there when the run ends. */
export function dropPaused(store: Pick<Storage, 'removeItem'>): void {
  store.removeItem(KEY);
}

/** Whoever takes it goes on with the run, gives it up or shows it: it is there for one load of the page only. */
export function takePaused(store: Pick<Storage, 'getItem' | 'removeItem'>): Paused | Left | null {
  try {
    const text = store.getItem(KEY);
    store.removeItem(KEY);
    const kept = JSON.parse(text ?? 'null') as Paused | Left;
    const { plan, result, environment } = 'run' in kept ? kept.run.record : kept.record;
    // As much as is needed to end it, where it cannot go on.
    return plan.profile && result.family && environment.client ? kept : null;
  } catch {
    // Something else has written it, or nobody.
    return null;
  }
}
