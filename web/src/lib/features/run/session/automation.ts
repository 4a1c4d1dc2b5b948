import type { RunRecord } from '@opfsmark/schema/families';
import { assertNever } from '$lib/base/assert-never.ts';
import type { RunState } from './state.ts';

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
