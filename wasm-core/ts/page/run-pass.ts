import type { Pass, Row } from '@opfsmark/schema/documents';
import type { Step } from '@opfsmark/schema/schedule';
import type { RunningJob } from '../api.ts';
import type { PassRequest } from '../protocol/messages.ts';
import type { FileSet } from './file-set.ts';
import { mergePass } from './merge.ts';
import { passRequests, verifyRequests, type PassWork } from './requests.ts';
import type { Session } from './session.ts';

export interface PassOptions extends Pick<PassWork, 'row' | 'pass' | 'mixReadPercent' | 'visits' | 'visitEvery'> {
  readonly job: RunningJob;
  readonly loops: number;
  /** Without one, its time belongs to the step before. */
  readonly step?: Step;
  /** Default: the session's own files. */
  readonly set?: FileSet;
  /** Changes what a worker is asked. */
  readonly adjust?: (request: PassRequest, worker: number) => PassRequest;
}

/** One timed window, begun by all its workers together. A pass that writes raises the generation of the content. */
export async function runPass(session: Session, options: PassOptions): Promise<Pass> {
  const { job, loops, pass, step, set = session.fileSet, adjust } = options;
  const { pool } = session;
  session.enter({ phase: 'measuring', job, passKind: pass.kind, loop: pass.loop, loops }, step);
  if (job.direction !== 'read') session.generation++;
  const work = { ...options, job: job.index, direction: job.direction, generation: session.generation };
  const requests = passRequests(set, work);
  const replies = await pool.together('pass', adjust ? requests.map(adjust) : requests);
  const merged = mergePass(pass, replies);
  session.progress.addWritten(pool.control, merged.write?.bytes ?? 0);
  // A pass that was cut off is no window of the plan: it counts nowhere.
  session.throwIfStopped();
  return merged;
}

export interface VerifyOptions {
  readonly job: RunningJob;
  readonly row: Row;
  readonly sectors: number | 'all';
  readonly loops: number;
  readonly step?: Step;
  readonly set?: FileSet;
}

/** Compares what is on file with what was written there; how many sectors were compared. */
export async function verifyRow(session: Session, options: VerifyOptions): Promise<number> {
  const { job, row, sectors, loops, step, set = session.fileSet } = options;
  session.enter({ phase: 'verifying', job, passKind: null, loop: 0, loops }, step);
  const requests = verifyRequests(set, { row, sectors, generation: session.generation });
  const replies = await session.pool.together('verify', requests);
  session.throwIfStopped();
  return replies.reduce((sum, reply) => sum + reply.sectors, 0);
}
