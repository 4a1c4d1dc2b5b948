import type { MarkId, Ruler, RulerId } from '@opfsmark/schema/answer';
import { REAL_FAMILIES, realRecord } from '@opfsmark/schema/test-support/real-records';
import { describe, expect, test } from 'vitest';
import en from '../src/lib/base/i18n/texts/en/compare.ts';
import { shareRulers } from '../src/lib/features/answer/beside.ts';
import { compareRuns, type Compared, type ComparedFigure } from '../src/lib/features/compare/compare.ts';
import { comparedRunOf } from '../src/lib/features/compare/compared-run.ts';
import { leadingOf, shortNames } from '../src/lib/features/compare/leading.ts';

const around = (value: number) => ({ value, low: value * 0.95, high: value * 1.05 });

function ruler(id: RulerId, mark: MarkId, value: number, from: 'drive' | 'mixed' = 'drive'): Ruler {
  return { id, marks: [{ id: mark, ...around(value), from, drive_share: null, detail: {} }] };
}

function figure(id: string, value: number, origin: ComparedFigure['origin'] = 'drive'): ComparedFigure {
  const head = { id, name: id, unit: 'bytes_per_s', better: 'higher', p99_ns: null, read_from: null } as const;
  return { ...head, ...around(value), origin };
}

const result = (run_id: string, rulers: Ruler[], figures: ComparedFigure[] = []): Compared => ({
  run_id,
  rulers,
  figures,
  scores: {},
  clock_step_ns: 5_000,
});

const lead = (base: Compared, ...others: Compared[]) =>
  leadingOf([base, ...others], base, compareRuns([base, ...others], base));

describe('what a comparison says first', () => {
  const opens = (value: number) => ruler('opens', 'small_read', value);
  const saves = (value: number) => ruler('saves', 'save', value);

  test('is the mark that differs most surely, with the result that differs most before the others', () => {
    const found = lead(
      result('A', [opens(10_000), saves(1000)]),
      result('B', [opens(16_000), saves(3000)]),
      result('C', [opens(50), saves(900)]),
    );
    expect(found).toMatchObject({ kind: 'mark', mark: 'small_read' });
    if (found.kind !== 'mark') throw new Error('no mark');
    expect(found.differences.map(({ run_id }) => run_id)).toEqual(['C', 'B']);
    expect(found.differences[0]?.ratio.ratio).toBeCloseTo(1 / 200, 9);
  });

  test('is the nearer end of an interval, not the greatest ratio', () => {
    const wide: Ruler = {
      id: 'opens',
      marks: [{ id: 'small_read', value: 900, low: 105, high: 9000, from: 'drive', drive_share: null, detail: {} }],
    };
    const found = lead(result('A', [opens(100), saves(100)]), result('B', [wide, saves(200)]));
    expect(found).toMatchObject({ kind: 'mark', mark: 'save' });
  });

  test('is nothing that memory had a part in', () => {
    const memory = (value: number) => figure('x', value, 'memory');
    const [a, b] = [1, 100].map((value) =>
      result(String(value), [ruler('opens', 'small_read', value, 'mixed')], [memory(value)]),
    );
    if (!a || !b) throw new Error('no results');
    expect(lead(a, b)).toEqual({ kind: 'incomparable' });
  });

  test('is a row of the table where no mark differs, and else that nothing does', () => {
    const of = (id: string, value: number) => result(id, [opens(100)], [figure('x', value)]);
    expect(lead(of('A', 1), of('B', 3))).toMatchObject({ kind: 'row', name: 'x' });
    expect(lead(of('A', 1), of('B', 1))).toEqual({ kind: 'same', isChance: false });
  });

  test('takes a wait for worse where it is longer, and one value for as unsure as one loop', () => {
    const waits = (value: number): Ruler => ({
      id: 'waits',
      marks: [{ id: 'stall', value, low: value, high: value, from: 'drive', drive_share: null, detail: {} }],
    });
    const found = lead(result('A', [waits(1e8)]), result('B', [waits(3e8)]));
    if (found.kind !== 'mark') throw new Error('no mark');
    expect(found.differences[0]?.ratio.ratio).toBeCloseTo(1 / 3, 9);
    expect(lead(result('A', [waits(1e8)]), result('B', [waits(1.15e8)]))).toMatchObject({ kind: 'same' });
  });
});

test('who has no name that tells it apart is called by its letter', () => {
  expect(shortNames(['Mac', 'iMac', 'Mac', null], ['A', 'B', 'C', 'D'])).toEqual(['A', 'iMac', 'C', 'D']);
  expect(shortNames(['جهاز 1', 'Mac'], ['A', 'B'])).toEqual(['\u2068جهاز 1\u2069', 'Mac']);
});

test('rulers of several results carry the mark that most of them have', () => {
  const kept = ruler('moves', 'kept', 400);
  const fallen: Ruler = {
    id: 'moves',
    marks: [...ruler('moves', 'at_last', 50).marks, ...ruler('moves', 'at_first', 900).marks],
  };
  const results = [kept, fallen].map((own, index) => ({
    letter: 'AB'[index] ?? '',
    isBase: index === 0,
    rulers: [own],
  }));
  const [shared] = shareRulers(results);
  expect(shared?.marks.map(({ letter, mark }) => [letter, mark.value])).toEqual([
    ['A', 400],
    ['B', 50],
  ]);
});

test.each(REAL_FAMILIES)('%s: of a real run every mark has a word, and beside itself nothing differs', (_, record) => {
  const [a, b] = ['A', 'B'].map((run_id) => comparedRunOf({ run_id, record, declared: {} }));
  if (!a || !b) throw new Error('no runs');
  expect(lead(a, b).kind).toMatch(/^(?:same|incomparable)$/);
  for (const { marks } of a.rulers) for (const mark of marks) expect(Object.keys(en.subjects)).toContain(mark.id);
});

test('of a real run memory reads stand apart, and the drive score is told', () => {
  const run = comparedRunOf({ run_id: 'A', record: realRecord('chromium-profile-default'), declared: {} });
  const rows = compareRuns([run], run);
  const ids = (origin: ComparedFigure['origin']) =>
    rows.filter((row) => row.origin === origin).map(({ id: own }) => own);
  expect(ids('memory').length).toBeGreaterThan(0);
  for (const own of ids('memory')) expect(own).toMatch(/ read$/);
  for (const own of ids('drive')) expect(own).toMatch(/ (?:drive_read|drive_wait|write|flush_each)$/);
});
