import type { RunRecord } from '@opfsmark/schema/families';
import { assertNever } from '$lib/base/assert-never.ts';
import type { RunState } from './state.ts';

/** `window.opfsmark`: what a script that drives this page waits for and reads. */
export interface Automation {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  readonly record: RunRecord | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export function automationOf(state: RunState): Automation {
  switch (state.kind) {
    case 'idle':
      return { status: 'idle', record: null, error: null };
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
