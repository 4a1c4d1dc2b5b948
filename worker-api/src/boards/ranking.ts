import { type BoardRow, isDifferent, type MetricId, metricOf, type VotedMedian } from '@opfsmark/schema/boards';
import { estimateMedian } from './buckets.ts';
import type { Cohort } from './cohort.ts';
import type { RunClass } from './warned.ts';

/** A board's row without what depends on its neighbours. */
export type StoredRow = Omit<BoardRow, 'key' | 'place' | 'rank' | 'tied' | 'listed'>;

/** A row and where it belongs: `sort` ascends from best to worst. */
interface PlacedRow {
  readonly sort: number;
  readonly row: StoredRow;
  /** The class of the run that stands for it. */
  readonly class: RunClass | undefined;
}

/** The row of a cohort on boards of a metric; `null` where nothing of that is confirmed. */
export function rowOf({ shown, metrics, classes }: Cohort, runs: number, metric: MetricId): PlacedRow | null {
  const cohortMetric = metrics[metric];
  const estimate = cohortMetric && estimateMedian(cohortMetric);
  if (!estimate) return null;
  const { value, low, high, networks, votes } = estimate;
  const { slug, name, filesystem } = shown;
  const { run_id, p99_ns, ceiling } = cohortMetric;
  return {
    sort: metricOf(metric).better === 'lower' ? value : -value,
    row: {
      subject: { slug, name },
      filesystem,
      ...{ value, low, high, p99_ns },
      ...(ceiling === undefined ? {} : { ceiling }),
      ...{ networks, ...(votes === networks ? {} : { votes }), runs, run_id },
    },
    class: classes[run_id],
  };
}

/** Where an entry stands on its board. */
export interface Position {
  readonly sort: number;
  readonly subject: string;
}

export const comparePositions = (a: Position, b: Position): number =>
  a.sort - b.sort || (a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0);

export interface RankedEntry extends Position {
  readonly row: StoredRow;
}

/** Where a page begins: after which entry, and the group of tied entries there. */
interface PageCursor extends Position {
  /** Entries before the page. */
  readonly count: number;
  /** Rank of the group that the last of them belongs to, and the group's first entry. */
  readonly rank: number;
  readonly first: VotedMedian;
}

const NO_VOTES: VotedMedian = { value: 0, low: 0, high: 0, votes: 0 };
export const FIRST_PAGE: PageCursor = { sort: -Number.MAX_VALUE, subject: '', count: 0, rank: 0, first: NO_VOTES };

/**
 * Ranks the entries of a page. An entry that cannot be told from the first of its group shares the group's rank; the next
 * group's rank counts everybody before it (1, 1, 3).
 *
 * @param nextEntry the entry after the page, if there is one: it may tie with the last
 */
export function rankPage(
  entries: readonly RankedEntry[],
  nextEntry: RankedEntry | undefined,
  from: PageCursor,
): { rows: BoardRow[]; end: PageCursor } {
  let cursor = from;
  const rankedRows = entries.map((entry) => {
    cursor = advance(cursor, entry);
    return { key: entry.subject, row: entry.row, place: cursor.count, rank: cursor.rank };
  });
  const rankAfter = nextEntry ? advance(cursor, nextEntry).rank : null;
  const rows = rankedRows.map(({ key, row, place, rank }, i) => {
    const before = i === 0 ? from.rank : rankedRows[i - 1]?.rank;
    const after = i + 1 < rankedRows.length ? rankedRows[i + 1]?.rank : rankAfter;
    return { key, ...row, place, rank, tied: rank === before || rank === after };
  });
  return { rows, end: cursor };
}

function advance(cursor: PageCursor, entry: RankedEntry): PageCursor {
  const { row } = entry;
  const position = { sort: entry.sort, subject: entry.subject, count: cursor.count + 1 };
  const { value, low, high, networks, votes = networks } = row;
  const median: VotedMedian = { value, low, high, votes };
  if (cursor.count > 0 && !isDifferent(median, cursor.first)) return { ...cursor, ...position };
  return { ...position, rank: cursor.count + 1, first: median };
}

export const CURSOR_TYPES = ['number', 'string', 'number', 'number', 'number', 'number', 'number', 'number'] as const;

export function cursorParts({ sort, subject, count, rank, first }: PageCursor): (string | number)[] {
  return [sort, subject, count, rank, first.value, first.low, first.high, first.votes];
}

/** The position that a cursor's parts name; `null` where they are others. */
export function positionOf(parts: readonly (string | number)[]): PageCursor | null {
  const [sort, subject, count, rank, value, low, high, votes] = parts;
  if (typeof sort !== 'number' || typeof subject !== 'string' || typeof count !== 'number') return null;
  if (typeof rank !== 'number' || typeof value !== 'number' || typeof votes !== 'number') return null;
  if (typeof low !== 'number' || typeof high !== 'number') return null;
  return { sort, subject, count, rank, first: { value, low, high, votes } };
}
