import type { Pass } from '@opfsmark/schema/documents';
import type { JobHead, PassHead } from '@opfsmark/schema/schedule';
import { mergePass } from './merge.ts';
import { passRequests } from './requests.ts';
import type { Step } from './forecast.ts';
import type { Session } from './session.ts';
import type { PassRequest } from '../protocol/messages.ts';

export interface PassOf {
  /** Number in the order of passes: no two of a run visit blocks in the same order. */
  readonly job: number;
  readonly loops: number;
  readonly head: JobHead;
  readonly pass: PassHead;
  readonly step: Step;
  /** What a family changes in the requests of the grid. */
  readonly adjust?: (request: PassRequest, worker: number) => PassRequest;
}

/** One timed window on the session's files, begun by all its workers together. */
export async function runPass(session: Session, { job, loops, head, pass, step, adjust }: PassOf): Promise<Pass> {
  const { plan, layout, pool } = session;
  session.enter({ phase: 'measuring', job, passKind: pass.kind, loop: pass.loop, loops }, step);
  if (head.direction !== 'read') session.generation++;
  const requests = passRequests(plan, layout, job, head, pass, session.generation);
  const replies = await pool.together('pass', adjust ? requests.map(adjust) : requests);
  const merged = mergePass(pass, replies);
  session.progress.settle(pool.control, merged.write?.bytes ?? 0);
  // A pass that was cut off is no window of the plan: it counts nowhere.
  session.throwIfStopped();
  return merged;
}
