import type { Checkup } from '@opfsmark/schema/checkup';

/** The trials of the worker by itself, with no more than a folder: it needs no core and no shared memory. */
export type Probe = Pick<Checkup, 'clock' | 'handle' | 'handles' | 'hole' | 'flush'>;

/** The page counts what is used, and answers each time with `go`. */
export interface ProbeRequest {
  readonly folder: string;
  /** Seen by both sides where the page may have such. */
  readonly shared: SharedArrayBuffer | null;
}

/** Its messages, in the order of what is tried. `usage`: the page is to ask what is used, and to answer with the bytes. */
export type ProbeMessage =
  | { readonly type: 'found'; readonly probe: Probe }
  | { readonly type: 'usage' }
  | { readonly type: 'done' };

/** Answer to `usage`. */
export interface UsageReply {
  readonly usageBytes: number | null;
}
