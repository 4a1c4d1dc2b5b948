import { sum, type Pass, type Row } from '@opfsmark/schema/documents';
import type { Step } from '@opfsmark/schema/schedule';
import type { RunningJob } from '../api.ts';
import type { PassRequest, Share } from '../protocol/messages.ts';
import type { FileSet } from './file-set.ts';
import { mergePass } from './merge.ts';
import { repeatWhereStill } from './repeat-where-still.ts';
import { passRequests, verifyRequests, type PassWork } from './requests.ts';
import type { Session } from './session.ts';

interface PassOptions extends Pick<PassWork, 'row' | 'pass' | 'mixReadPercent' | 'visits' | 'visitEvery'> {
  readonly job: RunningJob;
  readonly loops: number;
  /** Without one, its time belongs to the step before. */
  readonly step?: Step;
  /** Default: the session's own files. */
  readonly set?: FileSet;
  /** Its blocks were never read before, and are read only once: what was read is not read again. */
  readonly isReadOnce?: boolean;
  /** Whether it can be measured again where computer or page stood still; default: yes. */
  readonly mayRepeat?: boolean;
  /** Changes what a worker is asked. */
  readonly adjust?: (request: PassRequest, worker: number) => PassRequest;
}

/**
 * One timed window, begun by all its workers together. A pass that writes raises the generation of the content. One in
 * which computer or page stood still is measured again; where it cannot be, it fails.
 */
export async function runPass(session: Session, options: PassOptions): Promise<Pass> {
  const { row, job, mayRepeat = true, isReadOnce = false } = options;
  /** Of blocks that are in memory by now: how far each worker's visits have come. */
  const visited: number[] = [];
  const { pass } = await repeatWhereStill(session, () => measureOnce(session, options, visited), {
    of: { row, direction: job.direction },
    mayRepeat({ requests, replies }) {
      if (!mayRepeat || !isReadOnce) return mayRepeat;
      const done = replies.map(({ read }) => read?.ops ?? 0);
      requests.forEach(({ visits }, worker) => {
        visited[worker] = (visited[worker] ?? 0) + (visits === 'claimed' ? sum(done) : (done[worker] ?? 0));
      });
      // As much must be left as was read in vain.
      return requests.every(({ share }, worker) => visitCountOf(share) >= 2 * (visited[worker] ?? 0));
    },
  });
  return pass;
}

async function measureOnce(session: Session, options: PassOptions, visited: readonly number[]) {
  const { job, loops, pass: head, step, set = session.fileSet, adjust } = options;
  const { pool } = session;
  session.enter({ phase: 'measuring', job, passKind: head.kind, loop: head.loop, loops }, step);
  if (job.direction !== 'read') session.generation++;
  const work = { ...options, job: job.index, direction: job.direction, generation: session.generation };
  const asked = passRequests(set, work);
  const requests = adjust ? asked.map(adjust) : asked;
  const replies = await pool.together(
    'pass',
    requests.map((request, worker) => withoutVisited(request, visited[worker] ?? 0)),
  );
  const pass = mergePass(head, replies);
  session.progress.addWritten(pool.control, pass.write?.bytes ?? 0);
  // A pass that was cut off is no window of the plan: it counts nowhere.
  session.throwIfStopped();
  return { pass, requests, replies };
}

const visitCountOf = ({ blockCount, first, stride }: Share) => Math.max(0, Math.ceil((blockCount - first) / stride));

function withoutVisited({ share, ...request }: PassRequest, visited: number): PassRequest {
  return { ...request, share: { ...share, first: share.first + visited * share.stride } };
}

interface VerifyOptions {
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
