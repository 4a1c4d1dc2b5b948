import type { Engine, Failure, Pattern, Side } from '@opfsmark/schema/documents';

/** The one request to a family's own worker, which then works until it is done or ended. */
export interface TaskRequest<Plan> {
  readonly plan: Plan;
  /** Where progress is published, and whether to stop: see control.ts. */
  readonly control: SharedArrayBuffer;
  /** To its helpers, and to whoever does for it what only the page can do; where the family has any. */
  readonly ports: readonly MessagePort[];
}

/** From the page to a helper, once. */
export interface HelperStart {
  readonly control: SharedArrayBuffer;
  /** Its lane of `control`; lane 0 is the family's own worker's. */
  readonly lane: number;
  /** At which the family's own worker asks it. */
  readonly port: MessagePort;
}

/** Its messages, between the timed parts: which step begins, what was found; last `done` or `failed`. */
export type TaskMessage<Finding> =
  | { readonly type: 'step'; readonly id: string }
  | { readonly type: 'finding'; readonly finding: Finding }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly failure: Failure };

/**
 * The messages between the page and its workers: one table of request and reply, so that a mismatch cannot compile.
 * Every request carries an id and is answered exactly once, by a value or by a failure. A worker's death rejects all
 * that are pending.
 */
export interface Protocol {
  /** First message: instantiate the core, measure the clock. */
  start: { request: StartRequest; reply: StartReply };
  /** Open a data file by its name; replaces the handle held before. */
  attach: { request: AttachRequest; reply: AttachReply };
  /** Write a small file and flush it, so that it outlives a restart; the page itself cannot in every browser. */
  writeText: { request: WriteTextRequest; reply: Record<never, never> };
  /** Close the handle. */
  detach: { request: Record<never, never>; reply: Record<never, never> };
  /** Really write this worker's part of the file in fill blocks, then flush. */
  fill: { request: FillRequest; reply: FillReply };
  /** One timed window, begun together with the other workers of the pass at the barrier. */
  pass: { request: PassRequest; reply: PassReply };
  /** The same calls on a hot region of `blocks` blocks, also begun at the barrier, plus what an empty call costs. */
  floor: { request: FloorRequest; reply: FloorReply };
  /** Compare sectors on file with what was written there. */
  verify: { request: VerifyRequest; reply: VerifyReply };
  /** Grow the attached file without writing, and read what was added once. */
  holes: { request: HolesRequest; reply: HolesReply };
  /** Time a few reads of a file that is opened for them only. */
  sample: { request: SampleRequest; reply: SampleReply };
}

interface StartRequest {
  readonly module: WebAssembly.Module;
  readonly workerIndex: number;
  /** See control.ts. */
  readonly control: SharedArrayBuffer;
  readonly engine: Engine;
}
export interface StartReply {
  readonly clockStepNs: number;
  readonly clockCallNs: number;
}

export interface AttachRequest {
  /** Default: the benchmark's own folder. */
  readonly folder?: string;
  readonly fileName: string;
  readonly create: boolean;
  /** `readwrite-unsafe` lets several workers hold handles on one file. */
  readonly mode: 'readwrite' | 'readwrite-unsafe';
}
interface AttachReply {
  /** `null` where the engine has no files. */
  readonly sizeBytes: number | null;
}

export interface WriteTextRequest {
  readonly folder: string;
  readonly fileName: string;
  readonly text: string;
}

/** The part of a file that a worker visits: visits first, first + stride, ... of blockCount blocks. */
export interface Share {
  readonly blockBytes: number;
  readonly blockCount: number;
  readonly first: number;
  readonly stride: number;
}

/** The numbers that the content of a sector follows from: see wasm-core/include/opfsmark/content.h. */
export interface Content {
  readonly data: 'random' | 'zero';
  readonly seed: number;
  readonly fileId: number;
  readonly generation: number;
}

export interface FillRequest {
  readonly share: Share;
  readonly content: Content;
}
export interface FillReply {
  /** When the first call began: see `PassReply`. */
  readonly beganMs: number;
  readonly bytes: number;
  readonly elapsedNs: number;
  readonly flushNs: number;
}

export interface PassRequest {
  readonly operation: 'read' | 'write' | 'mix';
  readonly readPercent: number;
  readonly pattern: Pattern;
  readonly timing: 'batched' | 'each';
  readonly flush: 'none' | 'end' | 'each';
  readonly share: Share;
  readonly content: Content;
  /** Seed of this pass's order; loops differ in it. */
  readonly orderSeed: number;
  /** 0: no limit. */
  readonly limitNs: number;
  /** `claimed`: each block once, from a share that all workers have in common, so that they end together. */
  readonly visits: 'once' | 'again' | 'claimed';
  readonly binNs: number;
  /**
   * An open loop: calls are due at random times until the limit, so many a second on average over all workers, which claim
   * them. Latencies count from when a call was due. Without it a call begins when the one before has ended.
   */
  readonly arrivalsPerS?: number;
}

/** Series as arrays, histogram as counts: encoded only after the workers have been merged. */
export type RawSide = Omit<Side, 'histogram' | 'series'> & {
  readonly counts: readonly number[];
  readonly series: {
    readonly ops: readonly number[];
    readonly busyNs: readonly number[];
    readonly maxNs: readonly number[];
  };
};

export interface PassReply {
  readonly ended: 'limit' | 'visited' | 'stopped';
  /**
   * When the first call began, as `performance.timeOrigin + performance.now()`: on a busy machine workers leave the
   * barrier one after another, and this is the clock on which their windows are put together. HR-Time gives all workers
   * of a page one monotonic clock for it; in Chromium 156 and Firefox 153 it was seen to agree to a step of the clock.
   */
  readonly beganMs: number;
  readonly elapsedNs: number;
  readonly totalNs: number;
  readonly flushNs: number;
  /** Wider than asked for where the pass outgrew the core's room for bins. */
  readonly binNs: number;
  /** An open loop: how many calls were due for all workers, and how much later than due this one woke up for its own, summed. */
  readonly due?: number;
  readonly lateNs?: number;
  readonly read?: RawSide;
  readonly write?: RawSide;
}

export interface FloorRequest {
  readonly blockBytes: number;
  /** Blocks at the start of the file that are read over and over. */
  readonly blocks: number;
  readonly limitNs: number;
}
export interface FloorReply {
  readonly hotRead: RawSide;
  readonly emptyReadNs: number;
  readonly getSizeNs: number;
  readonly cleanFlushNs: number;
}

export interface VerifyRequest {
  readonly share: Share;
  readonly content: Content;
  /** How many sectors at most, spread over the share; 0: all. */
  readonly sectors: number;
}
interface VerifyReply {
  readonly sectors: number;
}

export interface HolesRequest {
  /** The end of what was read so far. */
  readonly fromBytes: number;
  /** How many blocks the workers read together: each takes the next until all are taken, so that none waits for another. */
  readonly blocks: number;
  readonly blockBytes: number;
  /** The file grows by so much at a time. */
  readonly growBytes: number;
  /** Growing is flushed, to see what it costs. */
  readonly flush: boolean;
  /** Reading ends after this long. */
  readonly limitNs: number;
}
export interface HolesReply {
  /** No room: the file did not grow. */
  readonly full: boolean;
  /** The time that growing it took, with its flushes. */
  readonly growNs: number;
  /** That were read. */
  readonly bytes: number;
  /** Growing and reading together. */
  readonly elapsedNs: number;
}

export interface SampleRequest {
  readonly file: AttachRequest;
  readonly blockBytes: number;
  /** In the order in which they are taken. */
  readonly samples: readonly Sample[];
}
export interface Sample {
  /** The file that is named, or the hole that the worker has open. */
  readonly of: 'file' | 'hole';
  /** The places that are read and timed together. */
  readonly places: readonly number[];
}
export interface SampleReply {
  /** One for each sample. */
  readonly ns: readonly number[];
}

export type Kind = keyof Protocol;
export type Request<K extends Kind = Kind> = { [P in K]: { id: number; kind: P; body: Protocol[P]['request'] } }[K];
export type Reply<K extends Kind = Kind> =
  | { id: number; ok: true; value: Protocol[K]['reply'] }
  | { id: number; ok: false; failure: Failure };
