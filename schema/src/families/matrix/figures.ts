import type { JobResult } from '../../documents/pass.ts';
import { rowShortName, rowSlug } from '../../documents/row-name.ts';
import { bytesPerSecond, headlineFigure, iops, latency, latencyPasses, leadingFigure } from '../../figures/derive.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import type { FamilyFigures } from '../family.ts';
import { partOfPass, type IostatPart } from '../iostat-part.ts';
import { readsOnce } from './jobs.ts';
import { hasDriveTimes } from './drive-figure.ts';
import { burstBytes } from './flushes.ts';
import { driveFigure, originInRecord } from './verdict.ts';
import type { MatrixPlan } from './plan-schema.ts';
import type { MatrixRecord, MatrixResult } from './schema.ts';

/** "RND4K Q1 read": pages translate the words after the row. */
const figureName = (job: JobResult, what: string) => `${rowShortName(job.row)} ${what}`;

/** The head of a figure of a job; `word`: how it is called where that depends on the plan. */
function headOf(job: JobResult, what: string, word = what) {
  const row = rowSlug(job.row);
  return { id: `${row} ${what}`, name: figureName(job, word), direction: job.direction, row };
}

/** The headline of writes is flushed once at the end; few bytes are a burst, and say nothing about what comes after. */
const writeName = (plan: MatrixPlan) => (burstBytes(plan) === null ? 'write_flush' : 'write_burst');

/** A read of the drive: its rate where hardly a call came from memory, else how long those took that waited for it. */
function driveFigures(job: JobResult, record: MatrixRecord): Figure[] {
  const figure = driveFigure(record, job);
  if (figure.kind === 'none') return [];
  if (figure.kind === 'whole') {
    const passes = hasDriveTimes(figure.verdict) ? latencyPasses(job) : [];
    const p99_ns = latency(passes, 'read')?.p99_ns ?? null;
    return [
      {
        ...headOf(job, 'drive_read'),
        ...{ unit: 'bytes_per_s', better: 'higher' },
        ...figure.speed.interval,
        ...{ p99_ns, origin: 'drive' },
      },
    ];
  }
  const { p50_ns, p99_ns } = figure.part;
  return [
    {
      ...headOf(job, 'drive_wait'),
      ...{ unit: 'ns', better: 'lower', of_call: true },
      ...intervalOf([p50_ns]),
      ...{ p99_ns, origin: 'drive' },
    },
  ];
}

function throughputFigure(job: JobResult, record: MatrixRecord): Figure[] {
  const headline = headlineFigure(job.direction);
  const speed = bytesPerSecond(job, headline);
  if (!speed) return [];
  const side = job.direction === 'write' ? 'write' : 'read';
  return [
    {
      ...headOf(job, job.direction, job.direction === 'write' ? writeName(record.plan) : job.direction),
      unit: 'bytes_per_s',
      better: 'higher',
      ...speed.interval,
      p99_ns: latency(latencyPasses(job, headline), side)?.p99_ns ?? null,
      origin: originInRecord(record, job),
    },
  ];
}

function flushedFigure(job: JobResult, record: MatrixRecord): Figure[] {
  const flushedRate = iops(job, 'flush_each');
  if (!flushedRate) return [];
  return [
    {
      ...headOf(job, 'flush_each'),
      unit: 'iops',
      better: 'higher',
      ...flushedRate.interval,
      p99_ns: latency(latencyPasses(job, 'flush_each'), 'write')?.p99_ns ?? null,
      origin: originInRecord(record, job),
    },
  ];
}

/**
 * Where a plan reads each row twice, what did not come from the drive is left out where the drive was asked for: the row's
 * other job speaks for memory. In any other plan it is shown with its mark.
 */
function figuresOfJob(job: JobResult, record: MatrixRecord): Figure[] {
  if (job.direction === 'write') {
    const [throughputFigures, flushedFigures] = [throughputFigure(job, record), flushedFigure(job, record)];
    return leadingFigure(job) === 'flush_each'
      ? [...flushedFigures, ...throughputFigures]
      : [...throughputFigures, ...flushedFigures];
  }
  if (job.reads !== 'drive') return throughputFigure(job, record);
  const figures = driveFigures(job, record);
  const isWhole = figures.some(({ unit }) => unit === 'bytes_per_s');
  return isWhole || !readsOnce(record.plan) ? figures : [...throughputFigure(job, record), ...figures];
}

/** The throughput of every finished job or what it has of the drive, and the rate of writes that are flushed one by one. */
function matrixFigures(record: MatrixRecord): Figure[] {
  return record.result.jobs.filter(({ status }) => status === 'done').flatMap((job) => figuresOfJob(job, record));
}

/** The counted passes of the headline, loop by loop. */
function matrixIostat({ jobs }: MatrixResult): IostatPart[] {
  return jobs.flatMap((job) =>
    job.passes
      .filter(({ kind, loop }) => kind === 'throughput' && loop > 0)
      .flatMap((pass) => partOfPass(figureName(job, job.reads === 'drive' ? 'drive_read' : job.direction), pass)),
  );
}

export const matrixFigureSpec: FamilyFigures<MatrixPlan, MatrixResult> = {
  figures: matrixFigures,
  iostat: matrixIostat,
};
