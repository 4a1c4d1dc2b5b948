import type { JobResult } from '../documents/pass.ts';
import { rowSlug } from '../documents/row-name.ts';
import { type Answer, type Note, wantsSecondRun } from '../families/answer.ts';
import type { FamilyRecord } from '../families/families.ts';
import type { RunRecord } from '../families/checks.ts';
import type { CombinedJob } from '../figures/derive.ts';
import { answerOf } from './of.ts';

type MatrixRun = FamilyRecord<'matrix'>;

/** Runs that lie further apart may be of another drive, or of one that has changed. */
const MAX_APART_MS = 3_600_000;

export interface Combined {
  /** The later run with the loops of both: for figures and scores, and never published. */
  readonly record: RunRecord;
  readonly answer: Answer;
}

const isGrid = (record: RunRecord): record is MatrixRun => record.family === 'matrix';
const planOf = ({ plan: { seed: _, ...plan } }: MatrixRun) => JSON.stringify(plan);
const madeBy = ({ environment: { engine, layout, client } }: MatrixRun) => JSON.stringify([engine, layout, client]);
/** A run whose tests are all done: what one failed at stands with that run alone. */
const isWhole = ({ status, result: { jobs } }: MatrixRun) =>
  status === 'done' && jobs.every((job) => job.status === 'done');
const keyOf = ({ row, direction, reads }: JobResult) => [rowSlug(row), direction, reads].join(' ');

/** Loops have the numbers of their own run: those of the later one follow. */
function combineJobs(earlier: JobResult, later: JobResult): CombinedJob {
  const last = Math.max(...earlier.passes.map(({ loop }) => loop));
  const laterPasses = later.passes.map((pass) => (pass.loop === 0 ? pass : { ...pass, loop: pass.loop + last }));
  return { ...later, passes: [...earlier.passes, ...laterPasses], runs: 2 };
}

/** Of one run each: what they say of its course is not of both. */
const OF_ONE_RUN: readonly Note[] = ['drifts', 'steps', 'busy', 'one_loop'];

/**
 * Two runs of one plan by one browser within the hour, both proven to have read the drive, of which at least one has a
 * figure that another may differ from by a factor of 2: the figures are of the loops of both, and hold a third run the better. `null` for any others.
 */
export function combineRuns(earlier: RunRecord, later: RunRecord): Combined | null {
  if (!isGrid(earlier) || !isGrid(later)) return null;
  const apartMs = Date.parse(later.started_at) - Date.parse(earlier.started_at);
  if (!(apartMs > 0 && apartMs <= MAX_APART_MS)) return null;
  if (planOf(earlier) !== planOf(later) || madeBy(earlier) !== madeBy(later)) return null;
  const answers = [earlier, later].map(answerOf);
  if (![earlier, later].every(isWhole)) return null;
  if (answers.some(({ proof }) => proof?.kind !== 'drive')) return null;
  if (!answers.some(wantsSecondRun)) return null;
  const earlierJobs = new Map(earlier.result.jobs.map((job) => [keyOf(job), job]));
  const jobs = later.result.jobs.map((job) => {
    const other = earlierJobs.get(keyOf(job));
    return other ? combineJobs(other, job) : job;
  });
  const record: RunRecord = { ...later, result: { ...later.result, jobs } };
  const { drift: _drift, step: _step, ...answer } = answerOf(record);
  return {
    record,
    answer: { ...answer, notes: ['two_runs', ...answer.notes.filter((note) => !OF_ONE_RUN.includes(note))] },
  };
}
