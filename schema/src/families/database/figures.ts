import { decodeHistogram, evidentPercentileNs } from '../../documents/histogram.ts';
import type { Figure, Origin } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import type { Family } from '../family.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import type { Described } from '../report.ts';
import { originOfWrites } from '../flushes.ts';
import { databaseFlushes, type DatabasePhaseId, waitNs, databasePlan } from './plan.ts';
import type { DatabasePlan, DatabasePhase, DatabaseResult } from './schema.ts';

interface DatabaseFigure {
  readonly id: DatabasePhaseId;
  readonly rowsPerS: number;
  /** Time inside calls to the files, 0..1: what iostat shows as %iowait. */
  readonly waitShare: number;
  /** The rest, which is computing: what iostat shows as %user. */
  readonly computeShare: number;
  /** `null`, as p99, where fewer than ten calls lie beyond it. */
  readonly p50Ns: number | null;
  readonly p99Ns: number | null;
}

export function databaseFigure(phase: DatabasePhase): DatabaseFigure {
  const counts = decodeHistogram(phase.histogram) ?? [];
  const waitShare = phase.elapsed_ns === 0 ? 0 : Math.min(1, waitNs(phase) / phase.elapsed_ns);
  return {
    id: phase.id,
    rowsPerS: (phase.rows * 1e9) / phase.elapsed_ns,
    waitShare,
    computeShare: 1 - waitShare,
    p50Ns: evidentPercentileNs(counts, 0.5),
    p99Ns: evidentPercentileNs(counts, 0.99),
  };
}

/** Rows that were just inserted are read from SQLite's and the system's memory, not from the drive. */
export function databaseOrigin(
  run: Pick<Described<DatabasePlan, DatabaseResult>, 'plan' | 'result' | 'environment'>,
  phase: DatabasePhaseId,
): Origin | null {
  if (phase === 'reads') return 'memory';
  return run.plan.synchronous === 'off' ? 'buffered' : originOfWrites(run.environment, databaseFlushes(run));
}

export const databaseFamily = {
  ...databasePlan,
  flushes: databaseFlushes,
  needsBrowser: true,
  iostat: ({ phases }) =>
    phases.flatMap(({ id, elapsed_ns: elapsedNs, read, write, sync, other }) => {
      // Flushes and the journal's life are part of writing.
      const allWrites = { ...write, ns: write.ns + sync.ns + other.ns };
      return partOfPass(id, passOfSpan({ elapsedNs, workers: 1, read, write: allWrites }));
    }),
  figures: (record) =>
    record.result.phases.map((phase): Figure => {
      const { id, rowsPerS, p99Ns } = databaseFigure(phase);
      return {
        id,
        name: id,
        unit: 'rows_per_s',
        better: 'higher',
        direction: id === 'reads' ? 'read' : 'write',
        row: null,
        ...intervalOf([rowsPerS]),
        p99_ns: p99Ns,
        origin: databaseOrigin(record, id),
      };
    }),
} satisfies Family<DatabasePlan, DatabaseResult>;
