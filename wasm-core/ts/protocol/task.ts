import type { Failure } from '@opfsmark/schema/documents';

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
export type TaskMessage<Found> =
  | { readonly type: 'step'; readonly id: string }
  | { readonly type: 'found'; readonly found: Found }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly failure: Failure };
