import {
  type Board,
  type BoardParts,
  type BoardRow,
  METRIC_IDS,
  type MetricId,
  metricOf,
  type MetricValues,
  type RecentRow,
  scopeOf,
  type UnconfirmedRow,
  type UnusualRow,
} from '@opfsmark/schema/boards';
import { SUITE_VERSION } from '@opfsmark/schema/documents';
import type { Db, Env } from '../base/env.ts';
import { mayStand, trustOf } from '../boards/counting.ts';
import { filesystemName, interfaceName } from '../boards/lines.ts';
import { type SourceTag, trustsAll, type TrustVars, unusualFactorOf } from '../boards/policy.ts';
import type { RankedEntry } from '../boards/ranking.ts';
import { readableMetrics } from '../boards/stored-metrics.ts';
import { type PlacedEntry, unconfirmedEntries, type UnconfirmedEntry } from '../boards/unconfirmed.ts';
import { hasUnusual, UnusualJudge } from '../boards/unusual.ts';
import { type RunClass, warningsOf } from '../boards/warned.ts';
import { RECENT_PER_PROVIDER, RECENT_SHOWN, type RecentRun, selectRecent } from '../store/listing.ts';
import type { Head } from '../store/lists.ts';
import { selectBests } from '../store/meta.ts';
import { selectWarnings } from '../store/warnings.ts';

/** A run as it stands under a board; `null` where it has no such number. `isOpen`: the service trusts all. */
export function recentRowOf(run: RecentRun, metric: MetricId, isOpen: boolean): RecentRow | null {
  const metrics = readableMetrics(run);
  const metricValue = metrics[metric];
  if (!metricValue) return null;
  const suspicion = (['memory_backed', 'flush_does_nothing'] as const).find((reason) => run.reasons.includes(reason));
  return {
    run_id: run.run_id,
    created_at: new Date(run.created_ms).toISOString(),
    device: { slug: run.device, name: run.name },
    filesystem: run.filesystem === '' ? null : filesystemName(run.filesystem),
    os: run.os,
    browser: run.browser,
    version: run.version,
    drive: run.drive_name === '' ? null : run.drive_name,
    interface: run.interface === '' ? null : interfaceName(run.interface),
    value: metricValue.value,
    p99_ns: metricValue.p99_ns,
    ...(metricValue.ceiling === undefined ? {} : { ceiling: metricValue.ceiling }),
    ...trustOf({ ...run, unranked: JSON.parse(run.unranked) as string[] }, isOpen),
    origin: readFrom(metric, metrics),
    ...(suspicion && { suspected: suspicion }),
  };
}

/** A run has the number of a read from the drive only where the drive answered that row. */
function readFrom(metric: MetricId, metrics: MetricValues): RecentRow['origin'] {
  const { reads, row } = metricOf(metric);
  if (reads === 'drive') return 'drive';
  if (reads !== 'any' || row === null) return null;
  const ofDrive = METRIC_IDS.find((id) => metricOf(id).reads === 'drive' && metricOf(id).row === row);
  return ofDrive !== undefined && metrics[ofDrive] !== undefined ? 'drive' : 'memory';
}

/** What a board lists besides its ranked rows. */
interface Listing {
  /** Subjects in their places by value, best first. */
  readonly unconfirmed: readonly UnconfirmedEntry[];
  /** Subjects of which only far better values are listed than anything that is known: without a place, best first. */
  readonly unusual: readonly UnconfirmedEntry[];
  /** The newest runs that have no place, few of one internet provider, best first. */
  readonly placeless: readonly RecentRun[];
  /** By which the listed runs are in classes. */
  readonly classes: ReadonlyMap<string, RunClass>;
  /** When the newest of all these runs was published; 0 without any. */
  readonly newestMs: number;
}

/**
 * A run has a place where it may rank: it shows its evidence, and nothing about it looks wrong. Reads the listed runs of one
 * scope.
 *
 * @param heads what the board ranks
 * @param vars where all are trusted, runs without evidence have a place as well, and none is unusual
 */
export async function readListing(
  db: Db,
  board: BoardParts,
  heads: readonly Pick<Head, 'cut'>[],
  vars: TrustVars & Pick<Env, 'UNUSUAL_FACTOR'>,
): Promise<Listing> {
  const isOpen = trustsAll(vars);
  const [runs, bests] = await Promise.all([
    selectRecent(db, board),
    isOpen ? {} : selectBests(db, scopeOf(SUITE_VERSION, board.layout)),
  ]);
  // Contenders of storage for apps are compared when they are read: a run has no row of its own there.
  const hasPlace = (run: RecentRun) => board.layout !== 'app-storage' && mayStand(run, isOpen);
  const placedRuns = runs.filter(hasPlace).map((run) => ({ ...run, metrics: readableMetrics(run) }));
  const rivals = placedRuns.flatMap((run) => {
    const metricValue = run.metrics[board.metric];
    return metricValue ? [{ run, value: metricValue.value, provider: run.provider, created_ms: run.created_ms }] : [];
  });
  const judge = new UnusualJudge(board.metric, bests, unusualFactorOf(vars), rivals);
  const isUnusual = (one: (typeof rivals)[number]) =>
    !isOpen && (hasUnusual(one.run.unusual, board.metric) || judge.isUnusual(one, one.run.interface));
  const [unusualRivals, usualRivals] = [rivals.filter(isUnusual), rivals.filter((one) => !isUnusual(one))];
  const entriesOf = (group: typeof rivals) =>
    unconfirmedEntries(
      group.map(({ run }) => run),
      board,
    );
  const rankedCuts = new Set(heads.map(({ cut }) => cut));
  const unconfirmed = entriesOf(usualRivals).filter(({ cut }) => !rankedCuts.has(cut));
  const placedCuts = new Set([...rankedCuts, ...unconfirmed.map(({ cut }) => cut)]);
  return {
    unconfirmed,
    unusual: entriesOf(unusualRivals).filter(({ cut }) => !placedCuts.has(cut)),
    placeless: spread(
      runs.filter((run) => !hasPlace(run) && run[board.subject] !== ''),
      board.metric,
    ),
    classes: new Map(runs.map((run) => [run.run_id, run])),
    newestMs: runs[0]?.created_ms ?? 0,
  };
}

/** Nobody fills the list by sending more, or stands at its top by sending last. */
function spread(newestFirst: readonly RecentRun[], metric: MetricId): RecentRun[] {
  const counts = new Map<SourceTag, number>();
  const chosenRuns = newestFirst.filter(({ provider }) => {
    const n = (counts.get(provider) ?? 0) + 1;
    counts.set(provider, n);
    return n <= RECENT_PER_PROVIDER;
  });
  const sign = metricOf(metric).better === 'lower' ? 1 : -1;
  const valueOf = (run: RecentRun) => sign * (readableMetrics(run)[metric]?.value ?? 0);
  return chosenRuns.slice(0, RECENT_SHOWN).toSorted((a, b) => valueOf(a) - valueOf(b));
}

type Warned = Pick<Board, 'rows' | 'unconfirmed' | 'unusual' | 'recent'>;

/**
 * The same rows with what is warned of about the runs that stand for them.
 *
 * @param classes of these runs
 */
export async function withWarnings<Rows extends Warned>(
  db: Db,
  board: Rows,
  classes: ReadonlyMap<string, RunClass>,
): Promise<Rows> {
  const warnings = await selectWarnings(db);
  if (warnings.length === 0) return board;
  const mark = <Row extends { readonly run_id: string }>(row: Row) => ({
    ...row,
    ...warningsOf(warnings, classes.get(row.run_id)),
  });
  const { rows, unconfirmed, unusual, recent } = board;
  return {
    ...board,
    rows: rows.map(mark),
    ...(unconfirmed && { unconfirmed: unconfirmed.map(mark) }),
    ...(unusual && { unusual: unusual.map(mark) }),
    recent: recent.map(mark),
  };
}

/** On the first page of a board, under its rows. */
const UNUSUAL_SHOWN = 20;

type PlacedEntries = readonly PlacedEntry<RankedEntry, UnconfirmedEntry>[];

/** Those of a page that are not ranked, with their places. */
export function unconfirmedRows(placedEntries: PlacedEntries): UnconfirmedRow[] {
  return placedEntries.flatMap((one) =>
    one.isRanked ? [] : [{ key: one.entry.subject, ...one.entry.row, position: one.position }],
  );
}

export const unusualRows = (entries: readonly UnconfirmedEntry[]): UnusualRow[] =>
  entries.slice(0, UNUSUAL_SHOWN).map(({ subject, row }) => ({ key: subject, ...row }));

/** The rows of a page where everything that is listed counts: the place by value is the rank. */
export function rankByPosition(rankedRows: readonly BoardRow[], placedEntries: PlacedEntries): BoardRow[] {
  const rowsByKey = new Map(rankedRows.map((row) => [row.key, row]));
  return placedEntries.flatMap((one) => {
    const key = one.entry.subject;
    const row = one.isRanked ? rowsByKey.get(key) : { key, ...one.entry.row, listed: true as const };
    return row ? [{ ...row, place: one.position, rank: one.position, tied: false }] : [];
  });
}
