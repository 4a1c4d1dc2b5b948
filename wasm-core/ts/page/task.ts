import { CallFailed, failureOf } from './errors.ts';
import type { Step } from './forecast.ts';
import type { Session } from './session.ts';
import { WATCH_PERIOD_MS, Watchdog } from './watchdog.ts';
import type { WorkerLike } from './worker-client.ts';
import type { TaskMessage, TaskRequest } from '../protocol/task.ts';

export interface Task<Plan, Found> {
  readonly spawn: () => WorkerLike;
  readonly plan: Plan;
  readonly steps: readonly Step[];
  readonly onFound: (found: Found) => void;
}

/**
 * Runs a family's own worker to its end. A stop ends the worker at once, with every handle and connection that it has;
 * a worker that dies or fails rejects with what it said, and one that neither says anything nor gets on for a long time is
 * taken for dead.
 */
export async function runTask<Plan, Found>(
  session: Session,
  { spawn, plan, steps, onFound }: Task<Plan, Found>,
): Promise<void> {
  session.throwIfStopped();
  const { control } = session.pool;
  control.arm(0);
  const worker = spawn();
  const watchdog = new Watchdog();
  let exchanged = 0;
  let unwatch: () => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    const die = (detail: string) => reject(new CallFailed(failureOf('worker_died', detail)));
    unwatch = session.host.clock.every(WATCH_PERIOD_MS, () => {
      if (watchdog.look({ waiting: true, exchanged, control })) die('the worker neither answered nor got on');
    });
    worker.addEventListener('error', ({ message }) => die(message ?? 'the worker ended without a message'));
    worker.addEventListener('messageerror', () => die('an answer could not be read'));
    worker.addEventListener('message', ({ data }) => {
      exchanged++;
      const message = data as TaskMessage<Found>;
      switch (message.type) {
        case 'step': {
          const step = steps.find(({ id }) => id === message.id);
          session.enter({ phase: 'measuring', job: null, passKind: null, loop: 0, loops: 0 }, step);
          return;
        }
        case 'found':
          onFound(message.found);
          return;
        case 'done':
          resolve();
          return;
        case 'failed':
          reject(new CallFailed(message.failure));
          return;
        default:
          message satisfies never;
      }
    });
  });
  try {
    const request: TaskRequest<Plan> = { plan, control: control.buffer };
    worker.postMessage(request);
    await session.unlessStopped(ended);
  } finally {
    unwatch();
    worker.terminate();
    session.progress.settle(control, control.sum('writeBytes'));
  }
}
