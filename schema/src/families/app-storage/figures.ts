import { median, sum } from '../../documents/stats.ts';
import { intervalOf, isTie, type MeasuredValue } from '../../figures/loops.ts';
import type { ContenderId } from './contender-ids.ts';
import type { AppStorageCell, AppStoragePlan, AppStorageResult, AppStorageRow, IdbProbe } from './schema.ts';
import { DIRECTIONS, WORKLOAD_IDS, type WorkloadId, appStoragePlan, appStorageLayout } from './plan.ts';
import type { Client, Environment } from '../../documents/environment.ts';
import type { Figure } from '../../figures/figure.ts';
import type { Family, RecordOf } from '../family.ts';
import { type IostatPart, partOfPass, passOfSpan } from '../iostat-part.ts';

/** One cell as people read it. */
export interface CellFigure {
  readonly contender: ContenderId;
  /** Nanoseconds per operation: the median of the loops and its interval. */
  readonly perOpNs: MeasuredValue;
  /** Share of the time inside storage calls, 0..1; `null` where they cannot be counted. */
  readonly storageShare: number | null;
}

export function cellOf(row: AppStorageRow, workload: WorkloadId): AppStorageCell | undefined {
  return row.cells.find((cell) => cell.workload === workload);
}

export function cellFigure(row: AppStorageRow, workload: WorkloadId): CellFigure | null {
  const cell = cellOf(row, workload);
  if (!cell || cell.ops === 0 || cell.elapsed_ns.length === 0) return null;
  const shares = cell.storage_ns.map((ns, loop) => Math.min(1, ns / (cell.elapsed_ns[loop] ?? Number.NaN)));
  return {
    contender: row.contender,
    perOpNs: intervalOf(cell.elapsed_ns.map((ns) => ns / cell.ops)),
    storageShare: shares.length > 0 && shares.every(Number.isFinite) ? median(shares) : null,
  };
}

const totalNs = (cell: AppStorageCell) => sum(cell.elapsed_ns);

/** Rows that ran to their end: the others are shown and not compared. */
export const finishedRows = ({ rows }: Pick<AppStorageResult, 'rows'>) =>
  rows.filter(({ status }) => status === 'done');

/**
 * The place of each figure among the others: 1 for the fastest and for all whose interval overlaps with its own; then 1
 * more than the number of those that are clearly faster.
 */
export function placesOf(figures: readonly Pick<CellFigure, 'perOpNs'>[]): number[] {
  const bestFigure = figures.toSorted((a, b) => a.perOpNs.value - b.perOpNs.value)[0];
  return figures.map(({ perOpNs }) => {
    if (bestFigure && isTie(perOpNs, bestFigure.perOpNs)) return 1;
    return 1 + figures.filter((other) => other.perOpNs.high < perOpNs.low).length;
  });
}

/** Which engine Chromium keeps an IndexedDB store in: one release has both, and a page cannot ask. */
const IDB_ENGINES = ['leveldb', 'sqlite', 'unknown'] as const;
export type IdbEngineId = (typeof IDB_ENGINES)[number];

/** Which engine IndexedDB is kept in: the browser's only one, or either of Chromium's. */
export type AppEngine = Exclude<IdbEngineId, 'unknown'> | 'own';

interface IdbEngine {
  readonly engine: IdbEngineId;
  /** Rounds that agree, and how many there were. */
  readonly agreeing: number;
  readonly rounds: number;
}

/**
 * LevelDB counts and clears a store by walking over its rows; SQLite does both in one step. These are limits of the time of
 * both together, in relation to reading all rows: METHODOLOGY.md has the trials.
 */
const MAX_SQLITE_RATIO = 0.35;
const MIN_LEVELDB_RATIO = 0.5;
/** Fewer rounds than this share on the same side are no answer. */
const MIN_AGREEING = 0.5;

function sideOf(ratio: number): IdbEngineId {
  if (ratio <= MAX_SQLITE_RATIO) return 'sqlite';
  return ratio >= MIN_LEVELDB_RATIO ? 'leveldb' : 'unknown';
}

/** By the quickest of each call: other programs only ever make them slower. */
function engineIn({ clear_ns, count_ns, get_all_ns }: IdbProbe): IdbEngine {
  const rounds = get_all_ns.length;
  const engine = sideOf((Math.min(...clear_ns) + Math.min(...count_ns)) / Math.min(...get_all_ns));
  const ratios = get_all_ns.map((readNs, round) => ((clear_ns[round] ?? Number.NaN) + (count_ns[round] ?? 0)) / readNs);
  const agreeingCount = ratios.filter((ratio) => sideOf(ratio) === engine).length;
  const isSure = engine !== 'unknown' && agreeingCount > rounds * MIN_AGREEING;
  return isSure ? { engine, agreeing: agreeingCount, rounds } : { engine: 'unknown', agreeing: 0, rounds };
}

/** Browsers on Chromium's engine: the trials were made there, and others have another IndexedDB. */
const ON_CHROMIUM: ReadonlySet<Client['browser']['family']> = new Set([
  'brave',
  'chrome',
  'edge',
  'opera',
  'samsung',
  'vivaldi',
]);

/** Whether a browser may keep IndexedDB in either engine. On iOS every browser is WebKit. */
function hasTwoIdbEngines({ client: { browser, os } }: Pick<Environment, 'client'>): boolean {
  return ON_CHROMIUM.has(browser.family) && os.family !== 'ios' && os.family !== 'ipados';
}

/** Which engine the browser of a run keeps IndexedDB in; `null` where nobody has asked, or the probe says nothing. */
export function idbEngineOf(run: {
  readonly environment: Pick<Environment, 'client'>;
  readonly result: AppStorageResult;
}): IdbEngine | null {
  const { idb_probe } = run.result;
  return idb_probe && hasTwoIdbEngines(run.environment) ? engineIn(idb_probe) : null;
}

/** All loops of a contender together, as one span. */
function partOfRow({ contender, cells }: AppStorageRow): IostatPart[] {
  const side = (direction: 'read' | 'write') => {
    const of = cells.filter(({ workload }) => DIRECTIONS[workload] === direction);
    const loops = (cell: (typeof cells)[number]) => cell.elapsed_ns.length;
    return {
      calls: sum(of.map((cell) => cell.ops * loops(cell))),
      bytes: sum(of.map((cell) => cell.bytes * loops(cell))),
      // Where storage calls cannot be counted, all of a call counts as waiting for storage.
      ns: sum(of.map((cell) => (cell.flushes === null ? totalNs(cell) : sum(cell.storage_ns)))),
    };
  };
  const elapsedNs = sum(cells.map(totalNs));
  return partOfPass(contender, passOfSpan({ elapsedNs, workers: 1, read: side('read'), write: side('write') }));
}

/** Which engine a run's browser kept IndexedDB in; `null` where it has two and the run does not say which. */
function engineOfRun(record: RecordOf<AppStoragePlan, AppStorageResult>): AppEngine | null {
  if (!hasTwoIdbEngines(record.environment)) return 'own';
  const engine = idbEngineOf(record)?.engine ?? 'unknown';
  return engine === 'unknown' ? null : engine;
}

/** The time of one workload of a contender; `null` where none was measured. */
function timeOf(row: AppStorageRow, workload: WorkloadId): Figure | null {
  const figure = cellFigure(row, workload);
  if (!figure) return null;
  const id = `${row.contender} ${workload}`;
  const direction = DIRECTIONS[workload];
  // Rows that were just put are read from memory.
  const origin = direction === 'read' ? 'memory' : null;
  const head = { id, name: id, unit: 'ns', better: 'lower', direction, row: null } as const;
  return { ...head, ...figure.perOpNs, p99_ns: null, origin };
}

export const appStorageFamily = {
  ...appStoragePlan,
  needsBrowser: true,
  boardLayout: appStorageLayout,
  iostat: ({ rows }) => rows.flatMap(partOfRow),
  figures: ({ result }) =>
    // A run that was stopped keeps the loops that it has; a row that failed has nothing to be trusted.
    result.rows
      .filter(({ status }) => status !== 'failed')
      .flatMap((row) => WORKLOAD_IDS.flatMap((workload) => timeOf(row, workload) ?? [])),
  // The same with the engine of the browser in the name: those of one contender in two engines are two.
  details: (record) => {
    const engine = engineOfRun(record);
    if (engine === null) return [];
    const times = finishedRows(record.result).flatMap((row) =>
      WORKLOAD_IDS.flatMap((workload) => timeOf(row, workload) ?? []),
    );
    return times.map((figure) => ({ ...figure, id: `${figure.id} ${engine}`, name: `${figure.name} ${engine}` }));
  },
} satisfies Family<AppStoragePlan, AppStorageResult>;
