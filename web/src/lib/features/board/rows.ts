import type { Board, BoardRow, UnusualRow } from '@opfsmark/schema/boards';

/** A row of a board as it is shown: what others have not confirmed has a place, and no rank. */
export type ShownRow = UnusualRow & {
  /** `null`: it has none until it is confirmed. */
  readonly position: number | null;
  readonly ranked: Pick<BoardRow, 'rank' | 'tied'> | null;
};

/** All rows of a page, best first. Of those alike the ranked ones come first. */
export function rowsOf(
  { better, rows, unconfirmed = [] }: Board,
  { confirmedOnly }: { confirmedOnly: boolean },
): ShownRow[] {
  const others = confirmedOnly ? [] : unconfirmed;
  const shown: ShownRow[] = [
    ...rows.map(({ rank, tied, ...row }) => ({ ...row, position: rank, ranked: { rank, tied } })),
    ...others.map((row) => ({ ...row, ranked: null })),
  ];
  return shown.toSorted((a, b) => (better === 'higher' ? b.value - a.value : a.value - b.value));
}

/** Whether a board has anything to show, now or where the switch is set otherwise. */
export const isEmpty = ({ rows, unconfirmed = [], unusual = [], recent }: Board): boolean =>
  rows.length + unconfirmed.length + unusual.length + recent.length === 0;

/** What waits for confirmation because it is unusually fast. */
export const unusualRowsOf = ({ unusual = [] }: Board): ShownRow[] =>
  unusual.map((row) => ({ ...row, position: null, ranked: null }));
