import type { Client, Environment } from '../../documents/environment.ts';
import type { AppStorageResult, IdbProbe } from './schema.ts';

/** Which engine Chromium keeps an IndexedDB store in: one release has both, and a page cannot ask. */
export const IDB_ENGINES = ['leveldb', 'sqlite', 'unknown'] as const;
export type IdbEngineId = (typeof IDB_ENGINES)[number];

export interface IdbEngine {
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
  const ratios = get_all_ns.map((all, round) => ((clear_ns[round] ?? Number.NaN) + (count_ns[round] ?? 0)) / all);
  const agreeing = ratios.filter((ratio) => sideOf(ratio) === engine).length;
  const isSure = engine !== 'unknown' && agreeing > rounds * MIN_AGREEING;
  return isSure ? { engine, agreeing, rounds } : { engine: 'unknown', agreeing: 0, rounds };
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
export function hasTwoIdbEngines({ client: { browser, os } }: Pick<Environment, 'client'>): boolean {
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
