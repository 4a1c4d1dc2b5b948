import { LOAD_STEP_ID, type Step } from '@opfsmark/schema/schedule';
import type { Control } from '../protocol/control.ts';
import type { HelperStart, TaskMessage, TaskRequest } from '../protocol/messages.ts';
import { CallFailed, failureOf } from './errors.ts';
import { stoodStill } from './passes.ts';
import { placeOf } from './progress.ts';
import type { Session } from './session.ts';
import { watch, type WorkerLike } from './worker-pool.ts';

interface Task<Plan, Finding> {
  readonly spawn: () => WorkerLike;
  readonly plan: Plan;
  /** In which the worker's steps are found by their ids. */
  readonly steps: readonly Step[];
  readonly onFinding: (finding: Finding) => void;
  /**
   * Workers for the family's own one, which end with it: where one fails, all have. The page starts them, because in
   * Firefox a worker that a worker has started may never run, and what started it stands still.
   */
  readonly helpers?: { readonly count: number; readonly spawn: () => WorkerLike };
  /** Handed to the worker. */
  readonly port?: MessagePort;
}

/** The port at which a helper is asked. */
function startHelper(helper: WorkerLike, { buffer }: Control, lane: number): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const start: HelperStart = { control: buffer, lane, port: port1 };
  helper.postMessage(start, [port1]);
  return port2;
}

/**
 * Runs a family's own worker to its end. A stop ends the worker at once, with every handle and connection that it has. A
 * worker that fails, dies, or makes no progress for a long time rejects, and so does a time in which computer or page stood
 * still: what the worker found last may contain it, and is not handed on.
 */
export async function runTask<Plan, Finding>(
  session: Session,
  { spawn, plan, steps, onFinding, helpers, port }: Task<Plan, Finding>,
): Promise<void> {
  session.throwIfStopped();
  const { control } = session.pool;
  control.arm(0);
  session.enter(
    placeOf('preparing'),
    steps.find(({ id }) => id === LOAD_STEP_ID),
  );
  const worker = spawn();
  const helperWorkers = helpers ? Array.from({ length: helpers.count }, helpers.spawn) : [];
  const sinceMs = session.tickMs();
  let messageCount = 0;
  let lastHandover = Promise.resolve();
  let isSpoiled = false;
  let unwatch: () => void = () => undefined;
  const whenEnded = new Promise<void>((resolve, reject) => {
    const die = (detail: string) => reject(new CallFailed(failureOf('worker_died', detail)));
    unwatch = watch(session.host.clock, () => ({ waiting: true, exchanged: messageCount, control }), reject);
    for (const thread of [worker, ...helperWorkers]) {
      thread.addEventListener('error', ({ message }) => die(message ?? 'the worker ended without a message'));
      thread.addEventListener('messageerror', () => die('an answer could not be read'));
    }
    worker.addEventListener('message', ({ data }) => {
      messageCount++;
      const message = data as TaskMessage<Finding>;
      switch (message.type) {
        case 'step': {
          const step = steps.find(({ id }) => id === message.id);
          session.enter(placeOf('measuring'), step);
          return;
        }
        case 'finding':
        case 'done':
          lastHandover = lastHandover.then(async () => {
            const stills = await session.stoodSince(sinceMs);
            session.keepPauses(stills, 'left_out');
            isSpoiled ||= stills.length > 0;
            if (isSpoiled) reject(stoodStill());
            else if (message.type === 'finding') onFinding(message.finding);
            else resolve();
          });
          // Whoever is told of a finding may throw: nothing of the worker is handed on any more.
          lastHandover.catch(reject);
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
    const ports = [
      ...(port ? [port] : []),
      ...helperWorkers.map((helper, index) => startHelper(helper, control, index + 1)),
    ];
    const request: TaskRequest<Plan> = { plan, control: control.buffer, ports };
    worker.postMessage(request, ports);
    await session.unlessStopped(whenEnded);
  } finally {
    unwatch();
    for (const thread of [worker, ...helperWorkers]) thread.terminate();
    session.progress.addWritten(control, control.sum('writeBytes'));
  }
}
