import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { byteCount, choice, wholeNumber } from '../../plan/codec.ts';
import { type Step, loadStep } from '../../schedule/steps.ts';
import { definePlan } from '../family.ts';
import type { DatabasePhase, DatabasePlan, DatabaseResult } from './schema.ts';

export type DatabasePhaseId = DatabasePhase['id'];

const QUICK: DatabasePlan = {
  family: 'database',
  suite: SUITE_VERSION,
  profile: 'quick',
  bulk_rows: 20_000,
  single_rows: 5_000,
  point_reads: 50_000,
  enough_s: 2,
  row_bytes: 1_000,
  page_bytes: 32_768,
  journal_mode: 'delete',
  synchronous: 'full',
  seed: STANDARD_SEED,
};

const USUAL_LOAD_S = 0.5;

/** Rows per second of each phase, in their order. */
const USUAL_ROWS_PER_S: Readonly<Record<DatabasePhaseId, number>> = { bulk: 80_000, single: 200, reads: 65_000 };
export const DATABASE_PHASES = Object.keys(USUAL_ROWS_PER_S) as readonly DatabasePhaseId[];

/** Page, journal and index around each row; a single insert writes up to four pages, and as many into the journal. */
const BULK_OVERHEAD = 3;

const SINGLE_PAGES_MAX = 8;

export function plannedRows({ bulk_rows, single_rows, point_reads }: DatabasePlan): Record<DatabasePhaseId, number> {
  return { bulk: bulk_rows, single: single_rows, reads: point_reads };
}

/** Whether a phase ends after a time, however many rows it has come through. One transaction is one. */
export function canEndEarly({ enough_s }: DatabasePlan, id: DatabasePhaseId): boolean {
  return id !== 'bulk' && enough_s > 0;
}

export function phaseStep(plan: DatabasePlan, id: DatabasePhaseId): Step {
  const rate = { pace: `database ${id}`, usualPerS: USUAL_ROWS_PER_S[id] };
  const limit = canEndEarly(plan, id) && { limitS: plan.enough_s };
  return { id, ...rate, work: plannedRows(plan)[id], counts: 'work', ...limit };
}

export const databasePlan = definePlan<DatabasePlan, DatabaseResult>({
  profiles: {
    quick: QUICK,
    full: { ...QUICK, profile: 'full', bulk_rows: 200_000, enough_s: 0 },
  },
  codec: {
    bulk_rows: wholeNumber('rows'),
    single_rows: wholeNumber('single'),
    point_reads: wholeNumber('reads'),
    enough_s: wholeNumber('enough'),
    row_bytes: wholeNumber('row_bytes'),
    page_bytes: byteCount('page'),
    journal_mode: choice('journal'),
    synchronous: choice('sync'),
    seed: wholeNumber('seed'),
  },
  // SQLite is loaded, and some rows are inserted and rolled back.
  steps: (plan) => [loadStep('database', USUAL_LOAD_S), ...DATABASE_PHASES.map((id) => phaseStep(plan, id))],
  bytesWrittenMax: (plan) =>
    plan.bulk_rows * plan.row_bytes * BULK_OVERHEAD +
    plan.single_rows * (plan.row_bytes * BULK_OVERHEAD + plan.page_bytes * SINGLE_PAGES_MAX),
  emptyResult: () => ({
    family: 'database',
    sqlite_version: '0.0.0',
    vfs: 'opfs-sahpool',
    page_bytes: 0,
    database_bytes: 0,
    verified_rows: 0,
    phases: [],
  }),
});
