import type { PeerGroup } from '@opfsmark/schema/answer';
import type { Combined } from '@opfsmark/schema/answer/combined';

/** The context of the answer of a run of this browser. */
export interface ResultContext {
  readonly peerGroups: readonly PeerGroup[];
  /** The run with the one before it, where another may differ much. */
  readonly combined?: Combined | null;
  readonly sustained: { readonly bytesPerS: number; readonly of: 'browser' | 'device' } | null;
}

/** Until it is known, and of what was not found. */
export const NO_CONTEXT: ResultContext = { peerGroups: [], sustained: null };
