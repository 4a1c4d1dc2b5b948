import type { Failure } from '@opfsmark/schema/documents';
import { Control } from '../../protocol/control.ts';
import { describe, errorNameOf, failureOf } from '../failure.ts';
import type { TaskMessage, TaskRequest } from '../../protocol/task.ts';
import { Meter } from './meter.ts';

/** What ends a task for a reason of its own, of which the page has the words. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.detail);
    this.failure = failure;
  }
}

/** What was read back is not what was written. */
export class VerifyFailed extends Error {
  override readonly name = 'VerifyFailed';
}

export interface TaskContext<Found> {
  readonly meter: Meter;
  /** See `TaskRequest`. */
  readonly ports: readonly MessagePort[];
  step(id: string): void;
  found(found: Found): void;
}

function failureFrom(error: unknown): Failure {
  if (error instanceof TaskFailed) return error.failure;
  return failureOf(error instanceof VerifyFailed ? 'verify_failed' : errorNameOf(error), describe(error));
}

/** Answers the one request of a family's own worker. */
export function serve<Of extends { plan: unknown; found: unknown }>(
  work: (plan: Of['plan'], context: TaskContext<Of['found']>) => Promise<void>,
): void {
  const post = (message: TaskMessage<Of['found']>) => postMessage(message);
  addEventListener('message', ({ data }: MessageEvent<TaskRequest<Of['plan']>>) => {
    const meter = new Meter(new Control(data.control));
    const context: TaskContext<Of['found']> = {
      meter,
      ports: data.ports,
      step: (id) => post({ type: 'step', id }),
      found: (found) => post({ type: 'found', found }),
    };
    work(data.plan, context).then(
      () => post({ type: 'done' }),
      (error: unknown) => post({ type: 'failed', failure: failureFrom(error) }),
    );
  });
}
