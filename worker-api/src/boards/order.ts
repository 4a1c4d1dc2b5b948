import type { BoardSort } from '@opfsmark/schema/boards';
import { subjectOf } from './lines.ts';

/** The values that a row is sorted by, without the row itself. */
export interface Sortable {
  readonly cut: string;
  /** By value: the least is the best. */
  readonly sort: number;
  readonly name: string;
  readonly filesystem: string;
  readonly providers: number;
  /** 0 where there is none. */
  readonly p99_ns: number;
  /** How many times its lower end the upper end of its interval is, in percent; 0 where it has none. */
  readonly spread: number;
  readonly ranked: { readonly rank: number } | null;
}

/** After all that have one. */
const NONE = Number.MAX_SAFE_INTEGER;

type SortKey = string | number;

const KEYS: Readonly<Record<Exclude<BoardSort, 'value'>, (row: Sortable) => SortKey>> = {
  place: ({ ranked }) => ranked?.rank ?? NONE,
  name: ({ name }) => name.toLowerCase(),
  filesystem: ({ filesystem }) => filesystem,
  interval: ({ spread }) => (spread === 0 ? NONE : spread),
  count: ({ providers }) => -providers,
  p99: ({ p99_ns }) => p99_ns,
};

export interface BoardOrder {
  readonly by: BoardSort;
  readonly isReversed: boolean;
}

const compareKeys = (a: SortKey, b: SortKey): number => (a === b ? 0 : a < b ? -1 : 1);

/** The position of a row in an order: pages go on after it. Of those with one key the best come first. */
export interface Position {
  readonly key: SortKey;
  readonly sort: number;
  readonly subject: string;
}

export const positionOf = (row: Sortable, { by }: BoardOrder): Position => ({
  ...{ key: by === 'value' ? row.sort : KEYS[by](row), sort: row.sort },
  subject: subjectOf(row.cut),
});

const comparePositions =
  ({ isReversed }: BoardOrder) =>
  (a: Position, b: Position): number =>
    (isReversed ? -1 : 1) * compareKeys(a.key, b.key) || a.sort - b.sort || compareKeys(a.subject, b.subject);

/** Where an order goes on after a row. */
export function countUntil(rows: readonly Sortable[], order: BoardOrder, last: Position): number {
  const compare = comparePositions(order);
  const next = rows.findIndex((row) => compare(positionOf(row, order), last) > 0);
  return next < 0 ? rows.length : next;
}

/** Rows in another order than that of a list, which is best first. */
export function inOrder<Row extends Sortable>(bestFirst: readonly Row[], order: BoardOrder): Row[] {
  const compare = comparePositions(order);
  const placed = bestFirst.map((row) => ({ row, position: positionOf(row, order) }));
  return placed.toSorted((a, b) => compare(a.position, b.position)).map(({ row }) => row);
}
