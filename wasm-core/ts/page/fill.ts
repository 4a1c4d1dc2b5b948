import type { Fill } from '@opfsmark/schema/documents';
import { filePartsOf, hotPlanOf, readsOnce } from '@opfsmark/schema/families';
import type { FillRequest } from '../protocol/messages.ts';
import { attachPart } from './handles.ts';
import { commonWindowNs } from './merge.ts';
import { placeBeforeJobs } from './progress.ts';
import { fillRequests } from './requests.ts';
import { fillStep, hotFillStep } from '../families/matrix/schedule.ts';
import type { Session } from './session.ts';

async function fillAttached(session: Session, requests: readonly FillRequest[]): Promise<Fill> {
  const { pool } = session;
  const replies = await pool.together('fill', requests);
  const filled: Fill = {
    bytes: replies.reduce((sum, reply) => sum + reply.bytes, 0),
    elapsed_ns: commonWindowNs(replies.map(({ beganMs, elapsedNs }) => ({ beganMs, lastedNs: elapsedNs }))),
    flush_ns: Math.max(...replies.map((reply) => reply.flushNs)),
  };
  session.progress.settle(pool.control, filled.bytes);
  session.throwIfStopped();
  return filled;
}

/** The file that all jobs visit; where they have their own parts, only the one on which floors are probed. */
export async function fill(session: Session): Promise<Fill> {
  const { plan, layout } = session;
  session.enter(placeBeforeJobs('filling'), (readsOnce(plan) ? hotFillStep : fillStep)(plan, layout));
  const filled = await fillAttached(session, fillRequests(hotPlanOf(plan), layout));
  if (!readsOnce(plan)) session.emit({ type: 'filled', fill: filled });
  return filled;
}

/** One part after the other, in the order in which they will be read: what was written first has left memory first. */
export async function fillParts(session: Session): Promise<Fill> {
  const { plan, layout, pool } = session;
  session.enter(placeBeforeJobs('filling'), fillStep(plan, layout));
  const all = { bytes: 0, elapsed_ns: 0, flush_ns: 0 };
  for (const part of filePartsOf(plan)) {
    await attachPart(pool, plan, layout, part, 'new');
    const filled = await fillAttached(session, fillRequests(plan, layout, part));
    all.bytes += filled.bytes;
    all.elapsed_ns += filled.elapsed_ns;
    all.flush_ns = Math.max(all.flush_ns, filled.flush_ns);
  }
  session.emit({ type: 'filled', fill: all });
  return all;
}
