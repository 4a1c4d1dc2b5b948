import { Control } from '../../protocol/control.ts';
import { describe, errorNameOf, failureOf } from '../failure.ts';
import type { TaskMessage, TaskRequest } from '../../protocol/task.ts';
import { Meter } from './meter.ts';

/** What was read back is not what was written. */
export class VerifyFailed extends Error {
  override readonly name = 'VerifyFailed';
}

export interface TaskContext<Found> {
  readonly meter: Meter;
  /** For workers of its own. */
  readonly control: SharedArrayBuffer;
  step(id: string): void;
  found(found: Found): void;
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
      control: data.control,
      step: (id) => post({ type: 'step', id }),
      found: (found) => post({ type: 'found', found }),
    };
    work(data.plan, context).then(
      () => post({ type: 'done' }),
      (error: unknown) => {
        const name = error instanceof VerifyFailed ? 'verify_failed' : errorNameOf(error);
        post({ type: 'failed', failure: failureOf(name, describe(error)) });
      },
    );
  });
}
