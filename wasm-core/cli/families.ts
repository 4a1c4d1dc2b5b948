import type { Environment, Pass, Row } from '@opfsmark/schema/documents';
import {
  DURABILITY_MODES,
  durabilityFlushes,
  sourceOfWrites,
  sweepFlushes,
  sweepRows,
  withCache,
  type FamilyId,
  type PlanOf,
  type ResultOf,
} from '@opfsmark/schema/families';
import { memoryMark, type Source } from '@opfsmark/schema/figures';
import type { NodeFamilyId } from '../ts/node/families.ts';
import { jobHeadline, jobName, markedHeadline } from './report.ts';

/** What sources are told by while a run goes on. */
export type Bench = Pick<Environment, 'engine' | 'clock_step_ns'>;

/** An option as `--help` shows it. */
export type Help = readonly [argument: string, help: string];

/** What the command line knows of a family, beside how it is run. */
interface CliFamily<Id extends FamilyId = FamilyId> {
  /** What it measures. */
  readonly about: string;
  /** Options that mean something else than those of this name usually do, by the parameter. */
  readonly help?: Readonly<Record<string, Help>>;
  /** The rows whose names tell one test from another. Default: tests have no such names. */
  rowsOf?(plan: PlanOf<Id>): readonly Row[];
  /** A line for each part that is finished. Default: none. */
  finishedLines?(result: ResultOf<Id>, bench: Bench): string[];
  /** The plan past the page cache, in which nothing need be forgotten or outgrown. Default: the same. */
  withoutCache?(plan: PlanOf<Id>): PlanOf<Id>;
  /** Why only the page can run it. Default: it runs here. */
  refusal?(plan: PlanOf<Id>): string | null;
}

/** Of reads without floors. */
const UNKNOWN = memoryMark({ read_from: 'unknown' });

/** " (flush did nothing)"; '' for what the drive may have taken. */
function markOf(source: Source | null): string {
  const mark = memoryMark({ read_from: source });
  return mark === null ? '' : ` (${mark})`;
}

/** With its flush. */
const rateOf = ({ total_ns, write }: Pass) => (((write?.bytes ?? 0) * 1e3) / total_ns).toFixed(0);

function sweepLines(result: ResultOf<'block-sweep' | 'queue-sweep'>, bench: Bench): string[] {
  const written = markOf(sourceOfWrites(bench, sweepFlushes({ result })));
  const read = bench.engine === 'node-direct' ? '' : ` (${UNKNOWN})`;
  // The job under way is shown as stopped.
  return result.jobs
    .filter(({ status }) => status !== 'stopped')
    .map((job) => `${jobName(job)}: ${jobHeadline(job)}${job.direction === 'read' ? read : written}`);
}

const FAMILIES: { readonly [Id in NodeFamilyId]: CliFamily<Id> } = {
  matrix: {
    about: 'rows of blocks and queue depths, as the page has them',
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
  stutter: {
    about: 'small reads and writes at the same time: how long stalls last',
    help: { limit: ['SECONDS', 'ends earlier after this long; 0: no limit'] },
  },
  'block-sweep': { about: 'every block size at one queue depth', rowsOf: sweepRows, finishedLines: sweepLines },
  'queue-sweep': {
    about: 'every queue depth at one block size',
    help: { queues: ['N', 'largest queue depth: a power of two'] },
    rowsOf: sweepRows,
    finishedLines: sweepLines,
  },
  durability: {
    about: 'the same writes with no flush, one flush, a flush after each',
    help: { limit: ['SECONDS', 'longest time for one mode in one loop; 0: no limit'] },
    finishedLines: (result, bench) => {
      const flushed = sourceOfWrites(bench, durabilityFlushes({ result }));
      return DURABILITY_MODES.flatMap((mode) => {
        const mark = markOf(mode === 'none' ? 'buffered' : flushed);
        return result[mode].map((pass) => `${mode} ${pass.loop}: ${rateOf(pass)} MB/s${mark}`);
      });
    },
  },
  'latency-under-load': {
    about: 'flushed writes that are due at random times, at 10, 50 and 90 % of what the drive takes',
    help: {
      size: ['BYTES', 'size of the file: 16MiB to 4GiB'],
      loops: ['N', 'how often capacity and loads are measured: 1 to 20'],
    },
  },
  sustained: {
    about: 'writes until the speed falls or the budget is used up',
    help: { limit: ['SECONDS', 'ends after this long; 0: no limit'] },
  },
};

/** How any plan of this id is treated: whoever holds one takes the entry by its family. */
export function cliFamilyOf(id: NodeFamilyId): CliFamily {
  return FAMILIES[id];
}
