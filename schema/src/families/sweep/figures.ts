import { hasEvidence } from '../../documents/histogram.ts';
import type { JobResult } from '../../documents/pass.ts';
import { type Direction, type Row } from '../../documents/checks.ts';
import { rowShortName, rowSlug } from '../../documents/row-name.ts';
import { bytesPerSecond, iops, latency } from '../../figures/derive.ts';
import type { Figure, Origin } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import type { Family, RecordOf } from '../family.ts';
import { type IostatPart, partOfPass } from '../iostat-part.ts';
import type { Described } from '../report.ts';
import { originOfWrites } from '../flushes.ts';
import { sweepFlushes, blockSweepPlan, queueSweepPlan } from './plan.ts';
import { sweepRows } from './rows.ts';
import type {
  BlockSweepPlan,
  QueueSweepPlan,
  SweepPlan,
  BlockSweepResult,
  QueueSweepResult,
  SweepResult,
} from './schema.ts';

/** One point of the chart and one line of the table; `null` where the job has no such figure. */
export interface SweepPoint {
  readonly row: Row;
  readonly direction: Direction;
  readonly workers: number;
  readonly bytesPerS: number | null;
  readonly iops: number | null;
  /** `null`, as p99, also where fewer than ten calls lie beyond it. */
  readonly p50Ns: number | null;
  readonly p99Ns: number | null;
}

/** Writes are given with their closing flush, as in the grid. */
export function sweepPoints(result: SweepResult): SweepPoint[] {
  return result.jobs.map((job) => {
    const countedPasses = job.passes.filter((pass) => pass.loop > 0);
    const times = latency(countedPasses, job.direction === 'write' ? 'write' : 'read');
    return {
      row: job.row,
      direction: job.direction,
      workers: job.workers,
      bytesPerS: bytesPerSecond(job)?.median ?? null,
      iops: iops(job)?.median ?? null,
      p50Ns: times && hasEvidence(0.5, times.ops) ? times.p50_ns : null,
      p99Ns: times?.p99_ns ?? null,
    };
  });
}

type Rate = 'bytesPerS' | 'iops';

/** The point with the most bytes or calls per second so far. */
export function bestOf(points: readonly SweepPoint[], of: Rate): SweepPoint | null {
  const measuredPoints = points.filter((point) => point[of] !== null);
  return measuredPoints.toSorted((a, b) => (b[of] ?? 0) - (a[of] ?? 0))[0] ?? null;
}

/** Near enough to the best: what a knee is. */
export const KNEE = 0.9;

/** The best of points and the smallest one that comes near it; `null` before the largest of the plan, which may be better still. */
export function kneeOf(
  plan: SweepPlan,
  points: readonly SweepPoint[],
  of: Rate,
): { best: SweepPoint; knee: SweepPoint } | null {
  const largest = sweepRows(plan).at(-1);
  const isComplete = points.some(
    (point) => largest !== undefined && rowSlug(point.row) === rowSlug(largest) && point[of] !== null,
  );
  const best = isComplete ? bestOf(points, of) : null;
  const knee = best && points.find((point) => (point[of] ?? 0) >= KNEE * (best[of] ?? 0));
  return best && knee ? { best, knee } : null;
}

const partOf = ({ row, direction }: Pick<JobResult, 'row' | 'direction'>) => `${rowShortName(row)} ${direction}`;

function iostat({ jobs }: SweepResult): IostatPart[] {
  return jobs.flatMap((job) =>
    job.passes.filter(({ loop }) => loop > 0).flatMap((pass) => partOfPass(partOf(job), pass)),
  );
}

/** Points are read from a file that was just written, and no floor tells how much of it was in memory. */
export function sweepOrigin(
  run: Pick<Described<SweepPlan, SweepResult>, 'result' | 'environment'>,
  direction: Direction,
): Origin | null {
  if (direction !== 'read') return originOfWrites(run.environment, sweepFlushes(run));
  return run.environment.engine === 'node-direct' ? 'drive' : 'unknown';
}

function figuresOf(
  record: RecordOf<SweepPlan, SweepResult>,
  unit: 'bytes_per_s' | 'iops',
  valueOf: (point: SweepPoint) => number | null,
): Figure[] {
  return sweepPoints(record.result).flatMap((point): Figure[] => {
    const value = valueOf(point);
    if (value === null) return [];
    const origin = sweepOrigin(record, point.direction);
    const { direction } = point;
    const row = rowSlug(point.row);
    const head = { id: `${row} ${direction}`, name: partOf(point), unit, better: 'higher', direction, row } as const;
    return [{ ...head, ...intervalOf([value]), p99_ns: point.p99Ns, origin }];
  });
}

export const blockSweepFamily = {
  ...blockSweepPlan,
  flushes: sweepFlushes,
  iostat,
  figures: (record) => figuresOf(record, 'bytes_per_s', ({ bytesPerS }) => bytesPerS),
} satisfies Family<BlockSweepPlan, BlockSweepResult>;

export const queueSweepFamily = {
  ...queueSweepPlan,
  flushes: sweepFlushes,
  iostat,
  figures: (record) => figuresOf(record, 'iops', ({ iops: perSecond }) => perSecond),
} satisfies Family<QueueSweepPlan, QueueSweepResult>;
