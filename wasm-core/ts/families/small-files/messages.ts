import type { CallSum } from '@opfsmark/schema/documents';
import type { SmallFileStep } from '@opfsmark/schema/families/small-files/plan';

/** The fastest of the orders of calls that `npm run bench -w labs` compares: see labs/bench/families.mjs. */
export const ORDER = { LL: { workers: 2, inFlight: 8 }, HL: { workers: 1, inFlight: 16 } } as const;
export const FILE_WORKERS = Math.max(ORDER.LL.workers, ORDER.HL.workers);

/** The share of a worker before a trial: its share of a set, files `first`, `first + workers`, ... of `files`. */
export interface Share {
  readonly api: 'LL' | 'HL';
  readonly fileBytes: number;
  readonly bufferBytes: number;
  readonly seed: number;
  /** Inside the benchmark's own folder. */
  readonly folder: string;
  readonly files: number;
  readonly first: number;
  readonly workers: number;
  readonly inFlight: number;
}

export type FileWorkerRequest =
  | { readonly type: 'share'; readonly share: Share }
  | { readonly type: 'step'; readonly step: SmallFileStep | 'verify' };

/** Its calls since it was started, or the exception that it met. */
export type FileWorkerReply =
  | { readonly ok: true; readonly read: CallSum; readonly write: CallSum }
  | { readonly ok: false; readonly name: string; readonly message: string };
