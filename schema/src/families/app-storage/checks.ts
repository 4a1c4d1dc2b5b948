import { sum } from '../../documents/stats.ts';
import { clockQuantumNs } from '../../evidence/environments.ts';
import { isMultiple } from '../../evidence/latencies.ts';
import { type ExpectThat, type Expectations, PART_SLACK } from '../expectations.ts';
import type { RankedChecks, RecordOf, Unshown } from '../family.ts';
import {
  AppStoragePlan,
  AppStorageResult,
  type AppStorageAnalytics,
  type AppStorageCell,
  type AppStorageContention,
  type AppStorageRow,
  type AppStorageSurvival,
} from './schema.ts';
import { cellOf } from './figures.ts';
import { MAX_RELOAD_ROWS, usesIndexedDb } from './contender-ids.ts';
import { appStorageLayout, loopsOfContender, WORKLOAD_IDS, type WorkloadId, workloadSize } from './plan.ts';

interface PlannedLoops {
  readonly plan: AppStoragePlan;
  readonly loops: number;
}

function checkCell(cell: AppStorageCell, { plan, loops }: PlannedLoops, pointer: string, expectThat: ExpectThat): void {
  const { ops, bytes } = workloadSize(plan, cell.workload);
  expectThat(cell.ops === ops, `${pointer}/ops`, 'is not what was planned');
  expectThat(cell.bytes === bytes, `${pointer}/bytes`, 'is not what was planned');
  expectThat(cell.elapsed_ns.length <= loops, `${pointer}/elapsed_ns`, 'has more loops than were planned');
  const { storage_ns: storageNs, elapsed_ns: elapsedNs } = cell;
  expectThat(
    storageNs.length === 0 || storageNs.length === elapsedNs.length,
    `${pointer}/storage_ns`,
    'is not of every loop',
  );
  expectThat(
    storageNs.every((ns, loop) => ns <= (elapsedNs[loop] ?? 0) * PART_SLACK),
    `${pointer}/storage_ns`,
    'is more than it lasted',
  );
  expectThat(
    (cell.flushes === null) === (storageNs.length === 0),
    `${pointer}/flushes`,
    'does not agree with storage_ns',
  );
}

function checkSurvival(
  { acknowledged, opened, lost, torn, damaged }: AppStorageSurvival,
  plan: AppStoragePlan,
  pointer: string,
  expectThat: ExpectThat,
): void {
  expectThat(lost <= acknowledged, `${pointer}/lost`, 'is more than was answered');
  expectThat(opened || lost === acknowledged, `${pointer}/opened`, 'what was not opened has lost everything');
  expectThat(opened || torn + damaged === 0, `${pointer}/opened`, 'nobody saw the rows of what was not opened');
  expectThat(damaged <= plan.batch_rows, `${pointer}/damaged`, 'is more rows than there are');
}

function checkContention(
  one: AppStorageContention,
  plan: AppStoragePlan,
  pointer: string,
  expectThat: ExpectThat,
): void {
  const { workers, repeats } = one;
  expectThat(repeats <= (plan.several ?? 0), `${pointer}/repeats`, 'is more than was planned');
  for (const field of ['hung', 'clean', 'unopened', 'writes_watched', 'wrong'] as const) {
    expectThat(one[field] <= repeats, `${pointer}/${field}`, 'is more repeats than there were');
  }
  expectThat(one.hung + one.clean <= repeats, `${pointer}/clean`, 'cannot have hung');
  expectThat(one.read_during <= one.writes_watched, `${pointer}/read_during`, 'is more than were watched');
  expectThat(one.lost + one.doubled >= one.wrong, `${pointer}/wrong`, 'is more than there are rows');
  one.phases.forEach(({ asked, answered, errors, longest_ns, p99_ns }, index) => {
    const at = `${pointer}/phases/${index}`;
    expectThat(answered + sum(Object.values(errors)) <= asked, `${at}/answered`, 'is more than was asked');
    expectThat(longest_ns.length === workers && p99_ns.length === workers, `${at}/p99_ns`, 'is not of every worker');
    expectThat(
      p99_ns.every((ns, worker) => ns <= (longest_ns[worker] ?? 0)),
      `${at}/p99_ns`,
      'is more than the longest',
    );
  });
}

function checkAnalytics(
  { rows, steps, kept }: AppStorageAnalytics,
  plan: AppStoragePlan,
  pointer: string,
  expectThat: ExpectThat,
): void {
  expectThat(rows === plan.analytics, `${pointer}/rows`, 'is not what was planned');
  expectThat((kept ?? 0) <= rows, `${pointer}/kept`, 'is more rows than there are');
  expectThat(new Set(steps.map(({ step }) => step)).size === steps.length, `${pointer}/steps`, 'has a step twice');
  expectThat(
    steps.every(({ elapsed_ns, error }) => (elapsed_ns.length === 0) === (error !== undefined)),
    `${pointer}/steps`,
    'does not agree with error',
  );
}

function checkRow(row: AppStorageRow, plan: AppStoragePlan, pointer: string, expectThat: ExpectThat): void {
  const { status, cells, survival, reload, two_tabs, contention, analytics } = row;
  expectThat(plan.contenders.includes(row.contender), `${pointer}/contender`, 'was not planned');
  expectThat((status === 'failed') === (row.failure !== undefined), `${pointer}/status`, 'does not agree with failure');
  expectThat(
    (status === 'missing') === (row.missing !== undefined),
    `${pointer}/status`,
    'does not agree with missing',
  );
  expectThat(status !== 'missing' || cells.length === 0, `${pointer}/cells`, 'cannot be there');
  const loops = loopsOfContender(plan, row.contender);
  cells.forEach((cell, index) => {
    checkCell(cell, { plan, loops }, `${pointer}/cells/${index}`, expectThat);
  });
  const names = cells.map(({ workload }) => workload);
  expectThat(new Set(names).size === names.length, `${pointer}/cells`, 'has a workload twice');
  const isWhole = ({ elapsed_ns }: AppStorageCell) => elapsed_ns.length === loops;
  if (status === 'done') {
    expectThat(names.length === WORKLOAD_IDS.length, `${pointer}/cells`, 'has not every workload');
    expectThat(cells.every(isWhole), `${pointer}/cells`, 'have not every loop');
  }
  if (survival) checkSurvival(survival, plan, `${pointer}/survival`, expectThat);
  if (reload) {
    checkSurvival(reload, plan, `${pointer}/reload`, expectThat);
    expectThat(reload.acknowledged <= MAX_RELOAD_ROWS, `${pointer}/reload/acknowledged`, 'is more than is put');
    expectThat(reload.lost + reload.torn <= MAX_RELOAD_ROWS, `${pointer}/reload/torn`, 'is more than is put');
  }
  if (two_tabs) {
    expectThat(two_tabs.lost <= two_tabs.acknowledged, `${pointer}/two_tabs/lost`, 'is more than was answered');
    expectThat(two_tabs.damaged <= plan.batch_rows, `${pointer}/two_tabs/damaged`, 'is more rows than there are');
  }
  contention?.forEach((one, index) => checkContention(one, plan, `${pointer}/contention/${index}`, expectThat));
  if (analytics) checkAnalytics(analytics, plan, `${pointer}/analytics`, expectThat);
  // A store is interrupted after its last loop, and one that failed before is not.
  const isMeasured = names.length === WORKLOAD_IDS.length && cells.every(isWhole);
  expectThat(
    isMeasured || (!survival && !reload && !two_tabs),
    `${pointer}/status`,
    'was interrupted before its last loop',
  );
}

function impossible({ result, plan }: RecordOf<AppStoragePlan, AppStorageResult>, { expectThat }: Expectations): void {
  result.rows.forEach((row, index) => {
    checkRow(row, plan, `/rows/${index}`, expectThat);
  });
  const { idb_probe } = result;
  expectThat(!idb_probe || plan.contenders.some(usesIndexedDb), '/idb_probe', 'cannot be there');
  expectThat(
    !idb_probe || new Set(Object.values(idb_probe).map(({ length }) => length)).size === 1,
    '/idb_probe',
    'is not of every round',
  );
  const names = result.rows.map(({ contender }) => contender);
  expectThat(new Set(names).size === names.length, '/rows', 'has a contender twice');
  // The rows at the end differ by the number of loops.
  const checksums = new Map<number, string>();
  for (const { contender, checksum } of result.rows.filter(({ status }) => status === 'done')) {
    const loops = loopsOfContender(plan, contender);
    const firstChecksum = checksums.get(loops) ?? checksum;
    expectThat(checksum !== '' && checksum === firstChecksum, '/rows', 'do not end with the same checksum');
    checksums.set(loops, firstChecksum);
  }
}

/** A put makes a row of 1 KiB, and a read copies one, through a library. */
const MIN_OPERATION_NS: Readonly<Partial<Record<WorkloadId, number>>> = { put: 2_000, read: 400 };

/** Another profile does other work, and is compared with none. */
function unshown(record: RecordOf<AppStoragePlan, AppStorageResult>): Unshown | undefined {
  const { status, result, environment, plan } = record;
  if (plan.profile !== 'quick') return undefined;
  const quantumNs = clockQuantumNs(environment);
  const doneRows = result.rows.filter((row) => row.status === 'done');
  const times = doneRows.flatMap(({ cells }) => cells.flatMap(({ elapsed_ns }) => elapsed_ns));
  return {
    changed_plan: appStorageLayout(record) === null,
    // Contenders that cannot run in this browser are none of its jobs.
    missing_jobs: status !== 'done' || doneRows.length === 0,
    copied_passes: hasCopies(doneRows),
    impossible_clock: quantumNs !== null && !times.every((ns) => isMultiple(ns, quantumNs)),
    faster_than_memory: doneRows.some(isFasterThanMemory),
  };
}

/** Whether the puts of two contenders took the same time in each loop: with five loops no two do. */
function hasCopies(rows: readonly AppStorageRow[]): boolean {
  const puts = rows.map((row) => (cellOf(row, 'put')?.elapsed_ns ?? []).join(' '));
  return new Set(puts).size < puts.length;
}

function isFasterThanMemory(row: AppStorageRow): boolean {
  return row.cells.some(({ workload, ops, elapsed_ns }) => {
    const minNs = ops * (MIN_OPERATION_NS[workload] ?? 0);
    return elapsed_ns.some((ns) => ns < minNs);
  });
}

export const appStorageChecks: RankedChecks<AppStoragePlan, AppStorageResult> = {
  plan: AppStoragePlan,
  result: AppStorageResult,
  impossible,
  unshown,
};
