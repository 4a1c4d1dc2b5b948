import type { CallSum } from '@opfsmark/schema/documents';
import type { SmallFileStep } from '@opfsmark/schema/families';

/** What a worker is given before a trial: its share of a set, files `first`, `first + workers`, ... of `files`. */
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
  /** Once, before anything else: where it publishes its progress. */
  | { readonly type: 'start'; readonly control: SharedArrayBuffer; readonly lane: number }
  | { readonly type: 'share'; readonly share: Share }
  | { readonly type: 'step'; readonly step: SmallFileStep | 'verify' };

/** Its calls since it was started, or the exception that it met. */
export type FileWorkerReply =
  | { readonly ok: true; readonly read: CallSum; readonly write: CallSum }
  | { readonly ok: false; readonly name: string; readonly message: string };
