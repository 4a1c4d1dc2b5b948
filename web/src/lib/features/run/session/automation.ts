import type { AnyRecord } from '@opfsmark/schema/families';
import { assertNever } from '$lib/base/assert-never.ts';
import type { Trouble } from './state.ts';

/** `window.opfsmark`: what a script that drives this page waits for and reads. */
export interface Automation {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  readonly record: AnyRecord | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** As far as the state of a session matters to such a script, whatever is run. */
export type AnyState =
  | { readonly kind: 'idle' | 'preparing' | 'running' }
  | { readonly kind: 'done'; readonly record: AnyRecord }
  | { readonly kind: 'failed'; readonly trouble: Trouble; readonly record: AnyRecord | null };

export function automationOf(state: AnyState): Automation {
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
