import * as z from 'zod/mini';
import { BOUNDS, STANDARD_SEED, SUITE_VERSION, integerWithin } from '../../documents/bounds.ts';
import { byteCount, choice, wholeNumber } from '../../plan/codec.ts';
import { type Step, loadStep } from '../../schedule/steps.ts';
import { FamilyProfile, definePlanSide } from '../family.ts';

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

export function plannedRows({ bulk_rows, single_rows, point_reads }: DatabasePlan): Record<DatabasePhaseId, number> {
  return { bulk: bulk_rows, single: single_rows, reads: point_reads };
}

export function phaseStep(plan: DatabasePlan, id: DatabasePhaseId): Step {
  return { id, pace: `database ${id}`, work: plannedRows(plan)[id], usualPerS: USUAL_ROWS_PER_S[id] };
}

export const databasePlanSide = definePlanSide<DatabasePlan>({
  id: 'database',
  plan: DatabasePlan,
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
});
