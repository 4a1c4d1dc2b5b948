import * as z from 'zod/mini';
import { bucketValueNs, decodeHistogram, percentileBucket, totalCount } from '../../documents/histogram.ts';
import { BOUNDS, STANDARD_SEED, SUITE_VERSION, integerWithin } from '../../documents/bounds.ts';
import { byteCount, choice, wholeNumber } from '../../plan/codec.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import { loadStep, type Step } from '../../schedule/steps.ts';
import { claims } from '../claims.ts';
import { defineFamily, FamilyProfile } from '../family.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import { CallSum, count, nanoseconds, sparseText, sum } from '../../documents/wire.ts';

export const DATABASE_BOUNDS = {
  bulk_rows: { min: 1_000, max: 2_000_000 },
  single_rows: { min: 10, max: 100_000 },
  point_reads: { min: 10, max: 1_000_000 },
  row_bytes: { min: 100, max: 10_000 },
} as const;

/** Rows of about 1,000 bytes into SQLite: in one transaction, one a transaction; then single rows by key. */
export const DatabasePlan = z.strictObject({
  family: z.literal('database'),
  suite: z.literal(SUITE_VERSION),
  profile: FamilyProfile,
  bulk_rows: integerWithin(DATABASE_BOUNDS.bulk_rows),
  single_rows: integerWithin(DATABASE_BOUNDS.single_rows),
  point_reads: integerWithin(DATABASE_BOUNDS.point_reads),
  row_bytes: integerWithin(DATABASE_BOUNDS.row_bytes),
  /** A browser's price is by the call, so larger pages than SQLite's own default pay here. */
  page_bytes: z.union([z.literal(4096), z.literal(8192), z.literal(16_384), z.literal(32_768), z.literal(65_536)]),
  journal_mode: z.enum(['delete', 'truncate', 'persist']),
  synchronous: z.enum(['full', 'normal', 'off']),
  seed: integerWithin(BOUNDS.seed),
});
export type DatabasePlan = z.infer<typeof DatabasePlan>;

export const DatabasePhaseId = z.enum(['bulk', 'single', 'reads']);
export type DatabasePhaseId = z.infer<typeof DatabasePhaseId>;

/** Calls that SQLite made to its files, counted at the VFS. */
export const DatabasePhase = z.strictObject({
  id: DatabasePhaseId,
  rows: count(),
  elapsed_ns: nanoseconds(),
  read: CallSum,
  write: CallSum,
  sync: CallSum,
  /** Opening, truncating, deleting, sizes: the journal's life. */
  other: CallSum,
  /** Time of a transaction (`single`) or of a read (`reads`), by `encodeHistogram`; empty for `bulk`, which is one. */
  histogram: sparseText(),
});
export type DatabasePhase = z.infer<typeof DatabasePhase>;

export const DatabaseResult = z.strictObject({
  family: z.literal('database'),
  sqlite_version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  vfs: z.literal('opfs-sahpool'),
  page_bytes: count(),
  /** Size of the database in the end. */
  database_bytes: count(),
  /** Rows that were counted and whose content was compared after the last phase. */
  verified_rows: count(),
  phases: z.array(DatabasePhase).check(z.maxLength(3)),
});
export type DatabaseResult = z.infer<typeof DatabaseResult>;

export interface DatabaseFigure {
  readonly id: DatabasePhaseId;
  readonly rowsPerS: number;
  /** Time inside calls to the files, 0..1: what iostat shows as %iowait. */
  readonly waitShare: number;
  /** The rest, which is computing: what iostat shows as %user. */
  readonly computeShare: number;
  readonly p50Ns: number | null;
  readonly p99Ns: number | null;
}

const VFS_KINDS = ['read', 'write', 'sync', 'other'] as const;
const waitNs = (phase: DatabasePhase) => sum(VFS_KINDS.map((kind) => phase[kind].ns));

export function databaseFigure(phase: DatabasePhase): DatabaseFigure {
  const counts = decodeHistogram(phase.histogram) ?? [];
  const at = (fraction: number) =>
    totalCount(counts) === 0 ? null : bucketValueNs(percentileBucket(counts, fraction));
  const waitShare = phase.elapsed_ns === 0 ? 0 : Math.min(1, waitNs(phase) / phase.elapsed_ns);
  return {
    id: phase.id,
    rowsPerS: (phase.rows * 1e9) / phase.elapsed_ns,
    waitShare,
    computeShare: 1 - waitShare,
    p50Ns: at(0.5),
    p99Ns: at(0.99),
  };
}

const QUICK: DatabasePlan = {
  family: 'database',
  suite: SUITE_VERSION,
  profile: 'quick',
  bulk_rows: 20_000,
  single_rows: 500,
  point_reads: 5_000,
  row_bytes: 1_000,
  page_bytes: 32_768,
  journal_mode: 'delete',
  synchronous: 'full',
  seed: STANDARD_SEED,
};

const USUAL_LOAD_S = 0.5;
/** Rows per second on an ordinary computer. */
const USUAL_ROWS_PER_S = { bulk: 60_000, single: 200, reads: 6_000 } as const;
/** Page, journal and index around each row; a single insert writes up to four pages, and as many into the journal. */
const BULK_OVERHEAD = 3;
const SINGLE_PAGES_MAX = 8;

function plannedRows({ bulk_rows, single_rows, point_reads }: DatabasePlan): Record<DatabasePhaseId, number> {
  return { bulk: bulk_rows, single: single_rows, reads: point_reads };
}

export function phaseStep(plan: DatabasePlan, id: DatabasePhaseId): Step {
  return { id, pace: `database ${id}`, work: plannedRows(plan)[id], usualPerS: USUAL_ROWS_PER_S[id] };
}

export const database = defineFamily<DatabasePlan, DatabaseResult>({
  id: 'database',
  plan: DatabasePlan,
  result: DatabaseResult,
  profiles: {
    quick: QUICK,
    full: { ...QUICK, profile: 'full', bulk_rows: 200_000, single_rows: 5_000, point_reads: 50_000 },
  },
  codec: {
    bulk_rows: wholeNumber('rows'),
    single_rows: wholeNumber('single'),
    point_reads: wholeNumber('reads'),
    row_bytes: wholeNumber('row_bytes'),
    page_bytes: byteCount('page'),
    journal_mode: choice('journal'),
    synchronous: choice('sync'),
    seed: wholeNumber('seed'),
  },
  // SQLite is loaded, and some rows are inserted and rolled back.
  steps: (plan) => [loadStep('database', USUAL_LOAD_S), ...DatabasePhaseId.options.map((id) => phaseStep(plan, id))],
  bytesWrittenMax: (plan) =>
    plan.bulk_rows * plan.row_bytes * BULK_OVERHEAD +
    plan.single_rows * (plan.row_bytes * BULK_OVERHEAD + plan.page_bytes * SINGLE_PAGES_MAX),
  contradictions({ result, plan }) {
    const { claim, found } = claims();
    const planned = plannedRows(plan);
    claim(
      result.phases.length === 0 || result.page_bytes === plan.page_bytes,
      '/page_bytes',
      'is not what was planned',
    );
    result.phases.forEach((phase, index) => {
      const pointer = `/phases/${index}`;
      claim(phase.id === DatabasePhaseId.options[index], `${pointer}/id`, 'is out of order');
      claim(phase.rows === planned[phase.id], `${pointer}/rows`, 'is not what was planned');
      claim(waitNs(phase) <= phase.elapsed_ns * 1.01, pointer, 'waited for longer than it lasted');
      for (const kind of VFS_KINDS) {
        const { calls, bytes, ns } = phase[kind];
        claim(calls > 0 || (bytes === 0 && ns === 0), `${pointer}/${kind}`, 'bytes or time without a call');
      }
      const timed = totalCount(decodeHistogram(phase.histogram) ?? []);
      claim(
        timed === (phase.id === 'bulk' ? 0 : phase.rows),
        `${pointer}/histogram`,
        `holds ${timed} of ${phase.rows}`,
      );
      if (phase.id === 'single' && plan.synchronous === 'full') {
        claim(phase.sync.calls >= phase.rows, `${pointer}/sync`, 'fewer flushes than transactions');
      }
    });
    const inserted = sum(result.phases.filter(({ id }) => id !== 'reads').map(({ rows }) => rows));
    claim(
      result.phases.length < 3 || result.verified_rows === inserted,
      '/verified_rows',
      `is not all ${inserted} rows`,
    );
    claim(
      result.phases.length < 3 || result.database_bytes >= inserted * plan.row_bytes,
      '/database_bytes',
      'is smaller than its rows',
    );
    return found;
  },
  iostat: ({ phases }) =>
    phases.flatMap(({ id, elapsed_ns: elapsedNs, read, write, sync, other }) => {
      // Flushes and the journal's life are part of writing.
      const all = { ...write, ns: write.ns + sync.ns + other.ns };
      return partOfPass(id, passOfSpan({ elapsedNs, workers: 1, read, write: all }));
    }),
  figures: ({ result }) =>
    result.phases.map((phase): Figure => {
      const { id, rowsPerS, p99Ns } = databaseFigure(phase);
      // Rows that were just inserted are read from SQLite's and the system's memory, not from the drive.
      const read_from = id === 'reads' ? 'cached' : null;
      return {
        id,
        name: id,
        unit: 'rows_per_s',
        better: 'higher',
        ...intervalOf([rowsPerS]),
        p99_ns: p99Ns,
        read_from,
      };
    }),
});
