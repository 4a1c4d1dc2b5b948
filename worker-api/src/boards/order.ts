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
}

export type SortKey = string | number;

const KEYS: Readonly<Record<Exclude<BoardSort, 'value'>, (row: Sortable) => SortKey>> = {
  name: ({ name }) => name.toLowerCase(),
  filesystem: ({ filesystem }) => filesystem,
  count: ({ providers }) => -providers,
  p99: ({ p99_ns }) => p99_ns,
};

export interface BoardOrder {
  readonly by: BoardSort;
  readonly isReversed: boolean;
}

const compareKeys = (a: SortKey, b: SortKey): number => (a === b ? 0 : a < b ? -1 : 1);

/** The key of a row's place in an order: pages go on after it. */
export const keyOf = (row: Sortable, { by }: BoardOrder): SortKey => (by === 'value' ? row.sort : KEYS[by](row));

/** Where an order begins after a row with this key and subject; rows with one key are by subject. */
export function countUntilKey(rows: readonly Sortable[], order: BoardOrder, key: SortKey, subject: string): number {
  const sign = order.isReversed ? -1 : 1;
  const next = rows.findIndex((row) => {
    const byKey = sign * compareKeys(keyOf(row, order), key);
    return byKey > 0 || (byKey === 0 && subjectOf(row.cut) > subject);
  });
  return next < 0 ? rows.length : next;
}

/** Rows in another order than that of a list, which is best first. */
export function inOrder<Row extends Sortable>(bestFirst: readonly Row[], order: BoardOrder): Row[] {
  const sign = order.isReversed ? -1 : 1;
  const keyed = bestFirst.map((row) => ({ row, key: keyOf(row, order), subject: subjectOf(row.cut) }));
  return keyed
    .toSorted((a, b) => sign * compareKeys(a.key, b.key) || compareKeys(a.subject, b.subject))
    .map(({ row }) => row);
}
