import { hasEvidence, type JobResult, rowName, rowShortName } from '@opfsmark/schema/documents';
import { hasDriveTimes } from '@opfsmark/schema/families/matrix/drive-figure';
import { type CacheVerdict, latency, latencyPasses, leadingFigure } from '@opfsmark/schema/figures';
import { latencySide } from '$lib/base/figures/figure.ts';
import type { I18n, Texts } from '$lib/base/i18n/index.ts';
import { jobName } from '../../details/notes.ts';
import type { DetailProps } from '../../view.ts';
import { jobsByRow } from './series.ts';

/** The passes of the figure that the grid shows first, whose calls are shown one by one or over time. */
const shownPasses = (job: JobResult) => latencyPasses(job, leadingFigure(job));

/** "RND4K Q1 write, flushed each time": the calls that are shown. A flush at the end is in none of them. */
export function nameOfCalls(
  job: JobResult,
  verdict: CacheVerdict | null,
  all: Texts<'site'>,
  { details: { figures } }: Texts<'families'>['details'],
): string {
  if (job.direction !== 'write') return jobName(job, verdict, all);
  const kind = leadingFigure(job) === 'flush_each' ? 'flush_each' : 'buffered';
  return `${rowShortName(job.row)} ${figures[kind]()}`;
}

/** Those whose calls were timed. One that was stopped early has none, nor has a read in order that finds what was read ahead. */
export const timedJobs = ({ record, verdictOf }: Pick<DetailProps<'matrix'>, 'record' | 'verdictOf'>): JobResult[] =>
  jobsByRow(record).filter(
    (job) =>
      hasDriveTimes(verdictOf(job)) && shownPasses(job).some((pass) => pass[latencySide(job.direction)]?.histogram),
  );

/** Of the row that is shown first: the last is the smallest calls, one at a time, which is what people feel. */
export function jobsShownFirst(jobs: readonly JobResult[]): readonly JobResult[] {
  const last = jobs.at(-1);
  return jobs.filter(({ row }) => last !== undefined && rowName(row) === rowName(last.row));
}

const latencyOf = (job: JobResult) => latency(shownPasses(job), latencySide(job.direction));

/** "p50 87 µs · p99 210 µs · max 3 ms", as far as there are calls enough; '' without any. */
export function latencySummary(
  job: JobResult,
  clockStepNs: number,
  { details }: Texts<'families'>['details'],
  format: I18n['format'],
): string {
  const summary = latencyOf(job);
  if (!summary) return '';
  const time = (ns: number) => format.latencyText(ns, clockStepNs);
  const { ops, p50_ns, p99_ns, max_ns } = summary;
  const [p50, max] = [time(p50_ns), time(max_ns)];
  if (!hasEvidence(0.5, ops)) return details.summaryOfFewest({ max });
  return p99_ns === null ? details.summaryOfFew({ p50, max }) : details.summary({ p50, p99: time(p99_ns), max });
}
