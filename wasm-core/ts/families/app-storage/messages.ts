import type { AppStorageRow, ContenderId, MissingReason } from '@opfsmark/schema/families';
import type { Failure } from '@opfsmark/schema/documents';
import type { LoopCell } from '../../stores/loop.ts';
import type { Survivors } from '../../stores/survival.ts';
import type { WorkSize } from '../../stores/values.ts';

/** All that is known of one contender so far, from the family's worker to the page. */
export type AppStorageFound = AppStorageRow;

/** What a contender's own worker is asked. Each is asked once: every loop has a worker of its own. */
export type ContenderRequest = { readonly contender: ContenderId; readonly size: WorkSize } & (
  | { readonly type: 'loop'; readonly loop: number }
  /** Puts so many rows, or until the worker is ended, and keeps the store open. */
  | { readonly type: 'put-on'; readonly count: number }
  /** Looks what is left of `acknowledged` rows, and of those that the last loop left. */
  | { readonly type: 'look'; readonly acknowledged: number }
);

/** What the family's worker asks of the page, which starts and ends contenders' workers for it. */
export type StarterRequest =
  /** Starts one and hands it the request and a port, to which it answers. */
  | { readonly type: 'start'; readonly id: number; readonly request: ContenderRequest; readonly port: MessagePort }
  | { readonly type: 'end'; readonly id: number };

/** A worker that could not go on, in the browser's words. */
export interface StarterReply {
  readonly id: number;
  readonly detail: string;
}

/** Its answers: any number of the first two, then one of the others. */
export type ContenderReply =
  | { readonly type: 'cell'; readonly cell: LoopCell }
  /** How many rows have been put so far. */
  | { readonly type: 'acknowledged'; readonly count: number }
  | { readonly type: 'checksum'; readonly checksum: string }
  | { readonly type: 'survivors'; readonly survivors: Survivors }
  | { readonly type: 'missing'; readonly reason: MissingReason }
  | { readonly type: 'failed'; readonly failure: Failure };
