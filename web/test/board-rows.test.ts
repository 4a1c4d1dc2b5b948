import type { Board, BoardRow, UnconfirmedRow } from '@opfsmark/schema/boards';
import { describe, expect, it } from 'vitest';
import { isEmpty, rowsOf, unusualRowsOf } from '../src/lib/features/board/rows.ts';
import { placeOnBoard } from '../src/lib/features/board/standing.ts';

const COMMON = { filesystem: null, p99_ns: null, networks: 3, runs: 3, run_id: 'r' } as const;
const about = (slug: string, value: number) => ({
  ...COMMON,
  key: slug,
  subject: { slug, name: slug },
  value,
  low: value,
  high: value,
});
const ranked = (slug: string, value: number, rank: number): BoardRow => ({ ...about(slug, value), rank, tied: false });
const unconfirmed = (slug: string, value: number, position: number): UnconfirmedRow => ({
  ...about(slug, value),
  position,
});

const BOARD: Board = {
  id: 'device.drive_score.shared',
  subject: 'device',
  metric: 'drive_score',
  unit: 'points',
  better: 'higher',
  generated_at: '2026-01-01T00:00:00.000Z',
  rows: [ranked('a', 100, 1), ranked('c', 50, 2)],
  unconfirmed: [unconfirmed('b', 70, 2), unconfirmed('d', 10, 4)],
  total: 4,
  recent: [],
  next_cursor: null,
};
const SHOWN = { confirmedOnly: false };
const keysOf = (board: Board, query = SHOWN) => rowsOf(board, query).map(({ key, ranked }) => [key, ranked?.rank]);

describe('rows', () => {
  it('stand by value, and what is unconfirmed has no rank', () => {
    expect(keysOf(BOARD)).toEqual([
      ['a', 1],
      ['b', undefined],
      ['c', 2],
      ['d', undefined],
    ]);
    expect(rowsOf(BOARD, SHOWN).find(({ key }) => key === 'b')?.position).toBe(2);
  });

  it('stand with the least first where less is better', () => {
    const times: Board = {
      ...BOARD,
      better: 'lower',
      rows: [ranked('a', 10, 1), ranked('c', 30, 2)],
      unconfirmed: [unconfirmed('b', 20, 2)],
    };
    expect(keysOf(times).map(([key]) => key)).toEqual(['a', 'b', 'c']);
  });

  it('are the confirmed ones alone where the switch says so', () =>
    expect(keysOf(BOARD, { confirmedOnly: true })).toEqual([
      ['a', 1],
      ['c', 2],
    ]));

  it('are there without a single rank', () => {
    const young: Board = { ...BOARD, rows: [] };
    expect(keysOf(young).map(([key]) => key)).toEqual(['b', 'd']);
    expect(isEmpty(young)).toBe(false);
    expect(isEmpty({ ...young, unconfirmed: [] })).toBe(true);
  });

  it('have no place among them where they are unusual, and are shown by themselves', () => {
    const board: Board = { ...BOARD, rows: [], unconfirmed: [], unusual: [about('far', 900)] };
    expect([isEmpty(board), keysOf(board)]).toEqual([false, []]);
    expect(unusualRowsOf(board)).toEqual([{ ...about('far', 900), position: null, ranked: null }]);
    expect(placeOnBoard({ ...BOARD, unusual: [about('far', 900)] }, 'far', 900)).toBe('unusual');
  });
});

describe('the place of a result on a board', () => {
  it('is by its own value among the others, whether or not its device is listed', () => {
    expect(placeOnBoard(BOARD, 'new', 60)).toEqual({ position: 3, total: 5 });
    expect(placeOnBoard(BOARD, 'd', 60)).toEqual({ position: 3, total: 4 });
    expect(placeOnBoard({ ...BOARD, better: 'lower' }, 'new', 60)).toEqual({ position: 3, total: 5 });
  });

  it('is not known behind the first page, and nobody is first alone', () => {
    const { total: _, ...long } = BOARD;
    expect(placeOnBoard(long, 'new', 60)).toEqual({ position: 3, total: null });
    expect(placeOnBoard(long, 'new', 1)).toBeNull();
    expect(placeOnBoard({ ...BOARD, rows: [], unconfirmed: [unconfirmed('d', 10, 1)], total: 1 }, 'd', 12)).toBeNull();
  });
});
