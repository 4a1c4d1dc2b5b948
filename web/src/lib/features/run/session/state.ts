import type { PausedRun, RunRefusedError } from '@opfsmark/core';
import type { Ticket } from '@opfsmark/schema/api';
import type { Engine, FailureCode, JobResult } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import { assertNever } from '../../../base/assert-never.ts';

const KEY = 'opfsmark.paused';

/** All that a run needs to go on after its page has reloaded itself. */
export interface Paused {
  readonly run: PausedRun;
  readonly ticket: Ticket | null;
  readonly engine: Engine;
}

/** The state that the page shows when it comes back, of a run that does not go on. */
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
    const savedState = JSON.parse(text ?? 'null') as Paused | Left;
    const { plan, result, environment } = 'run' in savedState ? savedState.run.record : savedState.record;
    // As much as is needed to end it, where it cannot go on.
    return plan.profile && result.family && environment.client ? savedState : null;
  } catch {
    // Something else has written it, or nobody.
    return null;
  }
}

/** Why a run did not end well, by a code that the page has words for. */
export type Trouble =
  | {
      readonly kind: 'refused';
      readonly code: RunRefusedError['reason'];
      readonly problems: readonly string[];
      readonly detail: string;
    }
  | { readonly kind: 'failure'; readonly code: FailureCode; readonly detail: string; readonly job: JobResult | null };

export type RunState =
  | { readonly kind: 'idle' }
  /** Workers are started and the file is not yet there. */
  | { readonly kind: 'preparing' }
  | { readonly kind: 'running' }
  /** Also after Stop: the record says so. */
  | { readonly kind: 'done'; readonly record: RunRecord }
  | { readonly kind: 'failed'; readonly trouble: Trouble; readonly record: RunRecord | null };

/** `window.opfsmark`: what a script that drives this page waits for and reads. */
export interface Automation {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  readonly record: RunRecord | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Why nothing can begin, by a code; `null` where it can. */
export type Refusal = Automation['error'];

/** Whether a script drives this browser: it stands for the person who would click. A link alone begins nothing. */
export const isDriven = (): boolean => navigator.webdriver;

/** `refusal`: nobody who waits for a run shall wait for ever. */
export function automationOf(state: RunState, refusal: Refusal = null): Automation {
  switch (state.kind) {
    case 'idle':
      return { status: refusal ? 'failed' : 'idle', record: null, error: refusal };
    case 'preparing':
    case 'running':
      return { status: 'running', record: null, error: null };
    case 'done':
      return { status: 'done', record: state.record, error: null };
    case 'failed': {
      const { code, detail } = state.trouble;
      return { status: 'failed', record: state.record, error: { code, message: detail === '' ? code : detail } };
    }
    default:
      return assertNever(state);
  }
}
