import type { Environment, JobResult, Pass, Row } from '@opfsmark/schema/documents';
import {
  DURABILITY_MODES,
  durabilityFlushes,
  sourceOfWrites,
  sweepFlushes,
  sweepRows,
  withCache,
  type FamilyId,
  type PlanOf,
  type Result,
  type ResultOf,
} from '@opfsmark/schema/families';
import { memoryMark, type Source } from '@opfsmark/schema/figures';
import type { NodeFamilyId, NodePlan } from '../ts/node/families.ts';
import { jobHeadline, jobName, markedHeadline } from './report.ts';

/** What sources are told by while a run goes on. */
export type Bench = Pick<Environment, 'engine' | 'clock_step_ns'>;

/** What the command line knows of a family, beside how it is run. */
interface CliFamily<Id extends FamilyId = FamilyId> {
  /** The rows whose names tell one test from another; none where tests have no such names. */
  rowsOf(plan: PlanOf<Id>): readonly Row[];
  /** A line for each part that is finished. */
  finishedLines(result: ResultOf<Id>, bench: Bench): string[];
  /** The plan past the page cache, in which nothing need be forgotten or outgrown. */
  withoutCache(plan: PlanOf<Id>): PlanOf<Id>;
  /** Why only the page can run it. */
  refusal(plan: PlanOf<Id>): string | null;
}

/** Of reads without floors. */
const UNKNOWN = memoryMark({ read_from: 'unknown' });

/** What most families have in common; each says for itself whether it writes a lot. */
const COMMON = {
  rowsOf: () => [],
  finishedLines: (result: Result, bench: Bench) => {
    const sweep = result.family === 'block-sweep' || result.family === 'queue-sweep' ? result : null;
    const jobs: readonly JobResult[] = sweep?.jobs ?? [];
    const written = sweep && markOf(sourceOfWrites(bench, sweepFlushes({ result: sweep })));
    const read = bench.engine === 'node-direct' ? '' : ` (${UNKNOWN})`;
    // The job under way is shown as stopped.
    return jobs
      .filter(({ status }) => status !== 'stopped')
      .map((job) => `${jobName(job)}: ${jobHeadline(job)}${job.direction === 'read' ? read : written}`);
  },
  withoutCache: <Plan>(plan: Plan) => plan,
  refusal: () => null,
} as const;

/** " (flush did nothing)"; '' for what the drive may have taken. */
function markOf(source: Source | null): string {
  const mark = memoryMark({ read_from: source });
  return mark === null ? '' : ` (${mark})`;
}

/** With its flush. */
const rateOf = ({ total_ns, write }: Pass) => (((write?.bytes ?? 0) * 1e3) / total_ns).toFixed(0);

const FAMILIES: { readonly [Id in NodeFamilyId]: CliFamily<Id> } = {
  matrix: {
    ...COMMON,
    finishedLines: (result, environment) =>
      result.jobs
        .filter(({ status }) => status !== 'stopped')
        .map((job) => `${jobName(job)}: ${markedHeadline(job, { environment, result })}`),
    rowsOf: ({ rows }) => rows,
    withoutCache: (plan) => withCache(plan, 'as-is'),
    refusal: ({ cache }) =>
      cache === 'cold'
        ? '--cache cold needs a file that was prepared before a restart, which only the page can do.'
        : null,
  },
  stutter: COMMON,
  'block-sweep': { ...COMMON, rowsOf: sweepRows },
  'queue-sweep': { ...COMMON, rowsOf: sweepRows },
  durability: {
    ...COMMON,
    finishedLines: (result, bench) => {
      const flushed = sourceOfWrites(bench, durabilityFlushes({ result }));
      return DURABILITY_MODES.flatMap((mode) => {
        const mark = markOf(mode === 'none' ? 'buffered' : flushed);
        return result[mode].map((pass) => `${mode} ${pass.loop}: ${rateOf(pass)} MB/s${mark}`);
      });
    },
  },
  sustained: COMMON,
};

/** How any plan is treated: whoever holds one takes the entry by its family. */
export function cliFamilyOf({ family }: NodePlan): CliFamily {
  return FAMILIES[family];
}
