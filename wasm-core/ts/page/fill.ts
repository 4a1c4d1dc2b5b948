import { sum, type Fill } from '@opfsmark/schema/documents';
import { fillStep, type Step } from '@opfsmark/schema/schedule';
import type { FileSet } from './file-set.ts';
import { commonWindowNs } from './merge.ts';
import { placeOf } from './progress.ts';
import { fillRequests } from './requests.ts';
import type { Session } from './session.ts';
import type { Still } from './stillness.ts';

/** How much of a time computer or page stood still. */
function stoodNs(stood: readonly Still[], fromMs: number, toMs: number): number {
  const lasted = stood.map((still) => Math.min(toMs, still.toMs) - Math.max(fromMs, still.fromMs));
  return sum(lasted.map((ms) => Math.max(0, Math.round(ms * 1e6))));
}

/** Writes a set of files that is open, for the first time. */
export async function fillFiles(session: Session, set: FileSet, step: Step): Promise<Fill> {
  const { pool } = session;
  session.enter(placeOf('filling'), step);
  const sinceMs = session.tickMs();
  const replies = await pool.together('fill', fillRequests(set));
  const stood = await session.stoodSince(sinceMs);
  // It cannot be written for the first time again: what is known to be no writing is taken off.
  session.keepPauses(stood, 'between');
  const moved = replies.map((reply) => {
    const endMs = reply.beganMs + reply.elapsedNs / 1e6;
    return {
      ...reply,
      elapsedNs: reply.elapsedNs - stoodNs(stood, reply.beganMs, endMs),
      flushNs: reply.flushNs - stoodNs(stood, endMs, endMs + reply.flushNs / 1e6),
    };
  });
  const filled: Fill = {
    bytes: sum(replies.map(({ bytes }) => bytes)),
    elapsed_ns: commonWindowNs(moved.map(({ beganMs, elapsedNs }) => ({ beganMs, lastedNs: elapsedNs }))),
    flush_ns: Math.max(...moved.map((reply) => reply.flushNs)),
  };
  session.progress.addWritten(pool.control, filled.bytes);
  session.throwIfStopped();
  return filled;
}

/** Writes the session's own files. */
export async function fill(session: Session): Promise<Fill> {
  return fillFiles(session, session.fileSet, fillStep(session.files, session.layout));
}
