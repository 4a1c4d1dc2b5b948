/** What the page asks of bench/worker/plain-js.ts, and its answer. */
export interface PlainJsRequest {
  readonly fileName: string;
  readonly blockBytes: number;
  readonly blockCount: number;
  readonly orderSeed: number;
  readonly limitMs: number;
  readonly timing: 'batched' | 'each';
}
export interface PlainJsReply {
  readonly ops: number;
  readonly elapsedNs: number;
}
