import type { JobResult } from '../../documents/pass.ts';
import { rowShortName, rowSlug } from '../../documents/row-name.ts';
import { bytesPerSecond, headlineFigure, iops, latency, latencyPasses } from '../../figures/derive.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import type { Verdict } from '../../figures/verdict.ts';
import { defineFigureSide, type RecordOf } from '../family.ts';
import { partOfPass, type IostatPart } from '../iostat-part.ts';
import type { MatrixPlan } from './plan-schema.ts';
import type { MatrixResult } from './result-schema.ts';
import { verdictInRecord } from './verdict.ts';

export * from './as-ssd.ts';
export { flushFlags } from './flags.ts';
export * from './score.ts';
export * from './verdict.ts';

type MatrixRecord = RecordOf<MatrixPlan, MatrixResult>;

/** "RND4K-Q1 read": one word for the row, so that pages translate the rest. */
const nameOf = (job: JobResult, what: string) => `${rowShortName(job.row).replace(' ', '-')} ${what}`;

/** A mix reads too: where its reads were answered from memory, its rate was in part. */
function readFrom({ direction }: JobResult, verdict: Verdict): Figure['read_from'] {
  if (direction === 'write') return null;
  return direction === 'mix' && verdict === 'cached' ? 'mixed' : verdict;
}

function figuresOfJob(job: JobResult, record: MatrixRecord): Figure[] {
  const headline = headlineFigure(job.direction);
  const speed = bytesPerSecond(job, headline);
  if (!speed) return [];
  const slug = rowSlug(job.row);
  const side = job.direction === 'write' ? 'write' : 'read';
  const verdict = verdictInRecord(record, job);
  const own: Figure = {
    id: `${slug} ${job.direction}`,
    name: nameOf(job, job.direction),
    unit: 'bytes_per_s',
    better: 'higher',
    ...intervalOf(speed.values),
    p99_ns: latency(latencyPasses(job, headline), side)?.p99_ns ?? null,
    read_from: readFrom(job, verdict?.verdict ?? 'unknown'),
  };
  const flushed = job.direction === 'write' ? iops(job, 'flush_each') : null;
  if (!flushed) return [own];
  return [
    own,
    {
      id: `${slug} flush_each`,
      name: nameOf(job, 'flush_each'),
      unit: 'iops',
      better: 'higher',
      ...intervalOf(flushed.values),
      p99_ns: latency(latencyPasses(job, 'flush_each'), 'write')?.p99_ns ?? null,
      read_from: null,
    },
  ];
}

/** Throughput of every finished job, and of writes that are flushed one by one their rate. */
function matrixFigures(record: MatrixRecord): Figure[] {
  return record.result.jobs.filter(({ status }) => status === 'done').flatMap((job) => figuresOfJob(job, record));
}

/** The counted passes of the headline, loop by loop. */
function matrixIostat({ jobs }: MatrixResult): IostatPart[] {
  return jobs.flatMap((job) =>
    job.passes
      .filter(({ kind, loop }) => kind === 'throughput' && loop > 0)
      .flatMap((pass) => partOfPass(nameOf(job, job.direction), pass)),
  );
}

export const matrixFigureSide = defineFigureSide<MatrixPlan, MatrixResult>({
  id: 'matrix',
  figures: matrixFigures,
  iostat: matrixIostat,
});
