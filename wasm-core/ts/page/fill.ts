import type { Fill } from '@opfsmark/schema/documents';
import { fillStep, type Step } from '@opfsmark/schema/schedule';
import type { FileSet } from './file-set.ts';
import { commonWindowNs } from './merge.ts';
import { placeOf } from './progress.ts';
import { fillRequests } from './requests.ts';
import type { Session } from './session.ts';

/** Writes a set of files that is open, for the first time. */
export async function fillFiles(session: Session, set: FileSet, step: Step): Promise<Fill> {
  const { pool } = session;
  session.enter(placeOf('filling'), step);
  const replies = await pool.together('fill', fillRequests(set));
  const filled: Fill = {
    bytes: replies.reduce((sum, reply) => sum + reply.bytes, 0),
    elapsed_ns: commonWindowNs(replies.map(({ beganMs, elapsedNs }) => ({ beganMs, lastedNs: elapsedNs }))),
    flush_ns: Math.max(...replies.map((reply) => reply.flushNs)),
  };
  session.progress.addWritten(pool.control, filled.bytes);
  session.throwIfStopped();
  return filled;
}

/** Writes the session's own files. */
export async function fill(session: Session): Promise<Fill> {
  return fillFiles(session, session.fileSet, fillStep(session.files, session.layout));
}
