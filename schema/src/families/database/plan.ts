import { sum } from '../../documents/stats.ts';
import type { CallSum } from '../../documents/checks.ts';
import { type Flushes, witnessesAmong } from '../flushes.ts';
import type { DatabasePhase, DatabasePlan, DatabaseResult } from './schema.ts';
import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { byteCount, choice, wholeNumber } from '../../plan/codec.ts';
import { loadStep, type Step } from '../../schedule/steps.ts';
import { definePlan, type RecordOf } from '../family.ts';

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

function phaseStep(plan: DatabasePlan, id: DatabasePhaseId): Step {
  const rate = { pace: `database ${id}`, usualPerS: USUAL_ROWS_PER_S[id] };
  const limit = canEndEarly(plan, id) && { limitS: plan.enough_s };
  return { id, ...rate, work: plannedRows(plan)[id], counts: 'work', ...limit };
}

/** The kinds of calls that SQLite makes to its files. */
export const VFS_KINDS = ['read', 'write', 'sync', 'other'] as const;

/** The time inside all calls of a phase. */
export function waitNs(phase: Readonly<Record<(typeof VFS_KINDS)[number], CallSum>>): number {
  return sum(VFS_KINDS.map((kind) => phase[kind].ns));
}

/** The flushes of the phase that writes all its rows in one transaction; none where SQLite was told not to flush. */
export function databaseFlushes({
  result,
  plan,
}: Pick<RecordOf<DatabasePlan, DatabaseResult>, 'plan' | 'result'>): Flushes {
  const bulkPhase = result.phases.find(({ id }) => id === 'bulk');
  if (!bulkPhase || plan.synchronous === 'off' || bulkPhase.sync.calls === 0) return { witnesses: [] };
  const { write, sync } = bulkPhase;
  const flush = { bytes: write.bytes, flush_ns: sync.ns, calls: sync.calls };
  return { witnesses: witnessesAmong([flush]), callNs: callNs(result) };
}

/** The most that a call to a file costs which waits for no drive: rows that were just inserted are read from memory. */
function callNs({ phases }: DatabaseResult): number {
  const meanNs = ({ read }: DatabasePhase) => (read.calls > 0 ? [read.ns / read.calls] : []);
  const means = phases.filter(({ id }) => id !== 'bulk').flatMap(meanNs);
  return means.length > 0 ? Math.min(...means) : 0;
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
