import {
  type Board,
  type BoardParts,
  type BoardRow,
  METRIC_IDS,
  type MetricId,
  metricOf,
  type MetricValues,
  type RecentRow,
} from '@opfsmark/schema/boards';
import type { RankPolicy, RunClass } from '@opfsmark/schema/ranks';
import type { Db } from '../base/env.ts';
import { trustOf } from '../boards/evidence.ts';
import { filesystemName, interfaceName } from '../boards/lines.ts';
import { readableMetrics } from '../boards/stored-metrics.ts';
import { warningsOf } from '../boards/warned.ts';
import { type RecentRun, selectRecent, spreadOverProviders } from '../store/listing.ts';
import type { ReadRow } from '../store/lists.ts';
import { selectModels } from '../store/models.ts';
import { selectWarnings } from '../store/warnings.ts';

/** A run without a place as it stands under a board; `null` where it has no such number. */
function recentRowOf(run: RecentRun, metric: MetricId, policy: RankPolicy): RecentRow | null {
  const metrics = readableMetrics(run);
  const metricValue = metrics[metric];
  if (!metricValue) return null;
  const unranked = JSON.parse(run.unranked) as string[];
  const suspicion = (['memory_backed', 'flush_does_nothing'] as const).find((reason) => unranked.includes(reason));
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
    ...trustOf({ ...run, unranked, unlisted: 0 }, policy),
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

const RECENT_SHOWN = 20;

/** The newest runs that have no place on a board, few of one provider, best first. */
export async function readRecent(
  db: Db,
  board: BoardParts,
  policy: RankPolicy,
): Promise<{ readonly rows: RecentRow[]; readonly classes: ReadonlyMap<string, RunClass>; readonly newestMs: number }> {
  const runs = (await selectRecent(db, board)).filter((run) => run[board.subject] !== '');
  const rows = spreadOverProviders(runs, RECENT_SHOWN).flatMap((run) => recentRowOf(run, board.metric, policy) ?? []);
  const sign = metricOf(board.metric).better === 'lower' ? 1 : -1;
  return {
    rows: rows.toSorted((a, b) => sign * (a.value - b.value)),
    classes: new Map(runs.map((run) => [run.run_id, run])),
    newestMs: runs[0]?.created_ms ?? 0,
  };
}

/** The same rows with drives as moderators have named them, and without those that they have rejected. */
export async function withDrives(db: Db, rows: readonly ReadRow[]): Promise<ReadRow[]> {
  const slugs = new Set(rows.flatMap(({ row }) => row.drives ?? []).map(({ slug }) => slug));
  const models = await selectModels(db, 'drive', [...slugs]);
  return rows.map((read) => {
    const { drives, ...row } = read.row;
    const shown = (drives ?? []).flatMap(({ slug, name }) => {
      const model = models.get(slug);
      return model?.status === 'rejected' ? [] : [{ slug, name: model?.renamed === 1 ? model.name : name }];
    });
    return { ...read, row: { ...row, ...(shown.length > 0 && { drives: shown }) } };
  });
}

/** Rows with their positions by value, which are known by key; folded ones have none. */
export const positionRows = (rows: readonly ReadRow[], positions: ReadonlyMap<string, number>): BoardRow[] =>
  rows.map(({ row }) => ({ ...row, position: positions.get(row.key) ?? null }));

/**
 * The same board with what is warned of about the runs that stand for its rows.
 *
 * @param classes of these runs
 */
export async function withWarnings(db: Db, board: Board, classes: ReadonlyMap<string, RunClass>): Promise<Board> {
  const warnings = await selectWarnings(db);
  if (warnings.length === 0) return board;
  const mark = <Row extends { readonly run_id: string }>(row: Row) => ({
    ...row,
    ...warningsOf(warnings, classes.get(row.run_id)),
  });
  const { rows, folded, recent } = board;
  return { ...board, rows: rows.map(mark), ...(folded && { folded: folded.map(mark) }), recent: recent.map(mark) };
}
