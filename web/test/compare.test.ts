import { describe, expect, test, vi } from 'vitest';
import {
  compareAddress,
  localStartOf,
  oneMachineAddress,
  pairAddress,
  readRunIds,
} from '../src/lib/base/pick/address.ts';
import { plainRecord } from '@opfsmark/schema/test-support/matrix-records';
import { isMeasured, type MarkId, type Ruler, type RulerId, shareRulers } from '@opfsmark/schema/answer';
import { REAL_FAMILIES, realRecord } from '@opfsmark/schema/test-support/real-records';
import {
  type ComparedFigure,
  type ComparedRun,
  compareRuns,
  comparisonMarkdown,
  differences,
  runsOfOneMachine,
  splitByFamily,
  testDifferences,
  type Compared,
} from '../src/lib/features/compare/compare.ts';
import { comparedRunOf, factsOf } from '../src/lib/features/compare/compared-run.ts';
import { commonLayouts } from '../src/lib/features/compare/devices.ts';
import type { CellSummary, ModelView } from '@opfsmark/schema/api';
import { KeptRuns } from '../src/lib/features/compare/kept-runs.svelte.ts';
import en from '../src/lib/base/i18n/texts/en/compare.ts';
import { leadingOf, shortNames } from '../src/lib/features/compare/leading.ts';
import { roundFactor } from '../src/lib/base/figures/value.ts';
import { axisReach, sayRatio } from '../src/lib/features/compare/ratio.ts';

test('devices are compared in a layout in which all of them were measured', () => {
  const cell = { metric: 'seq1m_q1t1_write' } as CellSummary;
  const deviceIn = (...measuredLayouts: ModelView['layouts'][number]['layout'][]) => {
    const layouts = (['shared', 'per-worker', 'node'] as const).map((layout) => {
      return { layout, metrics: measuredLayouts.includes(layout) ? [cell] : [] };
    });
    return { slug: 'a', name: 'A', status: 'pending', drives: [], layouts, runs: [] } satisfies ModelView;
  };
  expect(commonLayouts([deviceIn('node'), deviceIn('shared', 'node')])).toEqual(['node']);
  expect(commonLayouts([deviceIn('per-worker'), deviceIn('node')])).toEqual([]);
});

test('a comparison in Markdown is one sentence and one table, whatever a device is called', () => {
  const names = ['<b>1</b>\n| 2', 'https://a.example/#~'];
  const escapedNames = [String.raw`\<b\>1\</b\> \| 2`, String.raw`https\://a.example/\#\~`];
  const rows = ['', `| Test | ${escapedNames.join(' | ')} |`, '|---|---:|---:|', '| RND4K | 1 | 2 |'];
  const markdownAt = (address: string | null) =>
    comparisonMarkdown(`${names[0]} is faster`, address, ['Test', ...names], [['RND4K', '1', '2']]).split('\n');
  expect(markdownAt(null)).toEqual([`${escapedNames[0]} is faster`, ...rows]);
  expect(markdownAt('/compare?runs=A,B')).toEqual([`[${escapedNames[0]} is faster](/compare?runs=A,B)`, ...rows]);
});

const publishedRun = comparedRunOf({ run_id: 'A', record: plainRecord(), declared: { device: 'Mac mini' } });

const around = (value: number) => ({ value, low: value * 0.95, high: value * 1.05 });

function figure(id: string, value: number, change: Partial<ComparedFigure> = {}): ComparedFigure {
  const head = { id, name: id, unit: 'bytes_per_s' as const, better: 'higher' as const, direction: null, row: null };
  const from = { p99_ns: null, origin: null, limit: 'drive' as const };
  return { ...head, ...around(value), ...from, ...change };
}

const run = (run_id: string, ...figures: ComparedFigure[]): ComparedRun => ({ ...publishedRun, run_id, figures });

describe('runs side by side', () => {
  const a = run('A', figure('x', 100), figure('y', 10));
  const b = run('B', figure('y', 30), figure('z', 5));

  test('every figure of any run has a row, and a hole where a run lacks it', () => {
    const rows = compareRuns([a, b], a);
    expect(rows.map(({ id }) => id)).toEqual(['x', 'y', 'z']);
    expect(rows[0]?.cells.map((cell) => cell.figure?.value ?? null)).toEqual([100, null]);
    expect(rows[1]?.cells.map(({ ratio }) => ratio?.ratio ?? null)).toEqual([null, 3]);
    expect(rows[2]?.cells.map(({ ratio }) => ratio)).toEqual([null, null]);
  });

  test('the baseline is chosen', () => {
    expect(compareRuns([a, b], b)[1]?.cells[0]?.ratio?.ratio).toBeCloseTo(1 / 3, 9);
  });

  test('a latency is better when it is lower, a share is only more or less', () => {
    const times = (ns: number) => [
      figure('mean', ns, { unit: 'ns', better: 'lower' }),
      figure('share', ns, { unit: 'share', better: 'lower' }),
    ];
    const [mean, share] = compareRuns([run('A', ...times(100)), run('B', ...times(50))], run('A', ...times(100)));
    expect(mean?.cells[1]?.ratio?.ratio).toBe(2);
    expect(share?.cells[1]?.ratio?.ratio).toBe(0.5);
  });

  test('a read from the drive is not compared with one from memory', () => {
    const drive = run('A', figure('x', 100, { origin: 'drive' }));
    const memory = run('B', figure('x', 9000, { origin: 'memory', limit: 'memory' }));
    const [cell] = compareRuns([memory], drive)[0]?.cells ?? [];
    expect(cell).toMatchObject({ ratio: null, unlike: { origin: 'drive' } });
    const memoryCell = compareRuns([memory], run('C', figure('x', 9000, { origin: 'mixed', limit: 'memory' })))[0]
      ?.cells[0];
    expect(memoryCell).toMatchObject({ ratio: { tie: true }, unlike: null });
  });
});

describe('what differs', () => {
  const with_ = (change: Partial<ComparedRun['facts']>) => ({
    ...publishedRun,
    facts: { ...publishedRun.facts, ...change },
  });

  test('is named, and what makes it another test', () => {
    const similarRuns = [publishedRun, with_({ filesystem: 'exFAT' })];
    expect(differences(similarRuns)).toEqual(['filesystem']);
    expect(testDifferences(similarRuns)).toEqual([]);
    const unlikeRuns = [publishedRun, with_({ planned_bytes: 1, layout: 'per-worker', loops: 9 })];
    expect(testDifferences(unlikeRuns)).toEqual(['layout', 'file_bytes']);
    expect(differences([publishedRun])).toEqual([]);
  });

  test('a run by time differs by how much of its file it has measured, which makes it no other test', () => {
    const record = realRecord('node-quick');
    const { file_bytes, planned_bytes } = factsOf(record, {});
    expect([file_bytes, planned_bytes]).toEqual([748683264, 2 ** 30]);
    const alike = [with_({ file_bytes, planned_bytes }), with_({ file_bytes: 2 ** 26, planned_bytes })];
    expect(differences(alike)).toEqual(['file_bytes']);
    expect(testDifferences(alike)).toEqual([]);
  });

  test('a store for apps that one run does not know does not make it another test', () => {
    const [leveldb, unknownRun, sqlite] = [
      with_({ indexeddb: 'LevelDB' }),
      with_({ indexeddb: null }),
      with_({ indexeddb: 'SQLite' }),
    ];
    expect(testDifferences([leveldb, unknownRun])).toEqual([]);
    expect(testDifferences([leveldb, unknownRun, sqlite])).toEqual(['indexeddb']);
  });

  test('only runs of one family stand side by side', () => {
    const stutter: ComparedRun = { ...publishedRun, run_id: 'S', family: 'stutter' };
    const { same, other } = splitByFamily([publishedRun, stutter]);
    expect([same, other].map((runs) => runs.map(({ run_id }) => run_id))).toEqual([['A'], ['S']]);
  });
});

describe('an address', () => {
  const [one, two] = ['0123456789ABCDEF', '1ZZZZZZZZZZZZZZZ'];
  const keptId = 'local:2026-11-21T10:00:00.000Z';

  test('ids are found in whatever was pasted, each once', () => {
    expect(readRunIds(`https://example.org/r/${one.toLowerCase()}?unit=iops\n${two}, ${one}`)).toEqual([one, two]);
    expect(readRunIds('oi23456789abcdef')).toEqual([one]);
    expect(readRunIds('responsibilities, nothing here, 0123456789ABCDEFG neither')).toEqual([]);
    expect(readRunIds(`${keptId},${one}`)).toEqual([keptId, one]);
    // A time that is none has no day on which its run could be missed.
    expect(readRunIds(`local:..Z,local:2026-13-41T99:99:99.000Z,${keptId}`)).toEqual([keptId]);
  });

  test('a time that is none is no id of a kept run, so that the page need not say when it was', () => {
    expect(readRunIds(`local:..Z,local:2026-13-41T99:99:99.000Z,${keptId}`)).toEqual([keptId]);
  });

  test('goes there and back', () => {
    expect(compareAddress({ ids: [one, two], base: two, caseId: null })).toBe(
      `/compare?runs=${one},${two}&base=${two}`,
    );
    expect(compareAddress({ ids: [one], base: two, caseId: 'x' })).toBe(`/compare?runs=${one}&case=x`);
    expect(compareAddress({ ids: [], base: null, caseId: null })).toBe('/compare');
    const address = compareAddress({ ids: [keptId, one], base: null, caseId: null });
    expect(readRunIds(new URL(address, 'https://example.org').searchParams.get('runs') ?? '')).toEqual([keptId, one]);
  });

  test('runs are of one machine where it says so, and another tool has reported none of them', () => {
    const runs = [run(one), run(two)];
    const parametersOf = (address: string) => new URL(address, 'https://example.org').searchParams;
    const said = parametersOf(oneMachineAddress([one, two]));
    expect(runsOfOneMachine(said, runs)).toEqual(runs);
    expect(runsOfOneMachine(said, [...runs, { ...run('reported'), isReported: true }])).toEqual([]);
    expect(runsOfOneMachine(parametersOf(pairAddress('run', [one, two])), runs)).toEqual([]);
  });

  test('runs kept in this browser are read from it, and those that are not there are named', async () => {
    expect(localStartOf(keptId)).toBe('2026-11-21T10:00:00.000Z');
    const goneId = 'local:2020-01-01T00:00:00.000Z';
    const damagedId = 'local:2020-01-02T00:00:00.000Z';
    const runs = new KeptRuns([keptId, one, goneId, damagedId]);
    expect([runs.reading, runs.missing]).toEqual([true, []]);
    const rows: Record<string, unknown> = { [keptId]: plainRecord(), [damagedId]: { ...plainRecord(), result: null } };
    await runs.read((startedAt) => Promise.resolve(rows[`local:${startedAt}`]));
    expect([runs.reading, runs.missing]).toEqual([false, [goneId, damagedId]]);
    expect(runs.run(keptId)?.figures.length).toBeGreaterThan(0);
  });

  test('runs kept in this browser are neither being read nor missing where the code that reads them could not be loaded', async () => {
    const part = '../src/lib/features/compare/compared-run.ts';
    vi.doMock(part, () => {
      throw new Error('the network is gone');
    });
    const runs = new KeptRuns([keptId]);
    await runs.read(() => Promise.resolve(plainRecord()));
    vi.doUnmock(part);
    expect([runs.isPartMissing, runs.reading, runs.missing]).toEqual([true, false, []]);
    await runs.read(() => Promise.resolve(plainRecord()));
    expect([runs.isPartMissing, runs.run(keptId)?.run_id]).toEqual([false, keptId]);
  });
});

function ruler(id: RulerId, mark: MarkId, value: number, from: 'drive' | 'mixed' = 'drive'): Ruler {
  return { id, marks: [{ id: mark, ...around(value), from, drive_share: null, detail: {} }] };
}

const result = (run_id: string, rulers: Ruler[], figures: ComparedFigure[] = []): Compared => ({
  run_id,
  names: [],
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
    const finding = lead(
      result('A', [opens(10_000), saves(1000)]),
      result('B', [opens(16_000), saves(3000)]),
      result('C', [opens(50), saves(900)]),
    );
    expect(finding).toMatchObject({ kind: 'mark', mark: 'small_read' });
    if (finding.kind !== 'mark') throw new Error('no mark');
    expect(finding.differences.map(({ run_id }) => run_id)).toEqual(['C', 'B']);
    expect(finding.differences[0]?.ratio.ratio).toBeCloseTo(1 / 200, 9);
  });

  test('is the nearer end of an interval, not the greatest ratio', () => {
    const wideRuler: Ruler = {
      id: 'opens',
      marks: [{ id: 'small_read', value: 900, low: 105, high: 9000, from: 'drive', drive_share: null, detail: {} }],
    };
    const finding = lead(result('A', [opens(100), saves(100)]), result('B', [wideRuler, saves(200)]));
    expect(finding).toMatchObject({ kind: 'mark', mark: 'save' });
  });

  test('is nothing that memory had a part in', () => {
    const memory = (value: number) => figure('x', value, { limit: 'memory' });
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
    const finding = lead(result('A', [waits(1e8)]), result('B', [waits(3e8)]));
    if (finding.kind !== 'mark') throw new Error('no mark');
    expect(finding.differences[0]?.ratio.ratio).toBeCloseTo(1 / 3, 9);
    expect(lead(result('A', [waits(1e8)]), result('B', [waits(1.15e8)]))).toMatchObject({ kind: 'same' });
  });
});

test('who has no name that tells it apart is called by its letter', () => {
  const called = (...all: string[][]) => shortNames(all.map((names) => ({ names })));
  expect(called(['Mac'], ['iMac'], ['Mac'], [])).toEqual(['A', 'iMac', 'C', 'D']);
  expect(called(['990 PRO', 'Mac', 'APFS'], ['990 PRO', 'Mac', 'exFAT'])).toEqual(['APFS', 'exFAT']);
  expect(called(['990 PRO', 'APFS'], ['990 PRO', 'exFAT'], ['WD Blue', 'exFAT'])).toEqual([
    '990 PRO · APFS',
    '990 PRO · exFAT',
    'WD Blue',
  ]);
  expect(called(['990 PRO', 'Mac'], ['WD Blue', 'Mac'])).toEqual(['990 PRO', 'WD Blue']);
  expect(called(['جهاز 1'], ['Mac'])).toEqual(['\u2068جهاز 1\u2069', 'Mac']);
});

test('rulers of several results carry the mark that most of them have', () => {
  const keptRuler = ruler('moves', 'kept', 400);
  const fallenRuler: Ruler = {
    id: 'moves',
    marks: [...ruler('moves', 'at_last', 50).marks, ...ruler('moves', 'at_first', 900).marks],
  };
  const results = [keptRuler, fallenRuler].map((oneRuler, index) => ({
    letter: 'AB'[index] ?? '',
    isBase: index === 0,
    rulers: [oneRuler],
  }));
  const [sharedRuler] = shareRulers(results);
  expect(sharedRuler?.marks.map(({ letter, mark }) => [letter, mark.value])).toEqual([
    ['A', 400],
    ['B', 50],
  ]);
});

test('a mark of large files says its row, also where the plan has no other', () => {
  const record = realRecord('chromium-profile-real-world');
  const { rulers } = comparedRunOf({ run_id: 'A', record, declared: {} });
  const rowsOf = (id: string) =>
    rulers
      .filter((one) => one.id === id)
      .flatMap(({ marks }) => marks.map((mark) => isMeasured(mark) && mark.row?.queues));
  expect(rowsOf('moves')).toEqual([1, 1]);
  expect(rowsOf('saves')).toEqual([undefined]);
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
  const ids = (limit: ComparedFigure['limit']) => rows.filter((row) => row.limit === limit).map(({ id }) => id);
  expect(ids('memory').length).toBeGreaterThan(0);
  for (const id of ids('memory')) expect(id).toMatch(/ read$/);
  for (const id of ids('drive')) expect(id).toMatch(/ (?:drive_read|drive_wait|write|flush_each)$/);
});

test('a ratio is said by a factor of 1 or more, and a word', () => {
  expect(sayRatio(0.001, 'speed')).toEqual({ word: 'slower', factor: 1000 });
  expect(sayRatio(3, 'speed')).toEqual({ word: 'faster', factor: 3 });
  expect(sayRatio(0.5, 'amount')).toEqual({ word: 'less', factor: 2 });
  expect(sayRatio(1.004, 'speed')).toEqual({ word: 'same', factor: 1 });
});

test.each([
  [1.02, 1.02, 2],
  [1.234, 1.2, 1],
  [9.97, 10, 0],
  [31.62, 32, 0],
  [203.4, 200, 0],
  [1000, 1000, 0],
])('a factor of %d is shown as %d with %d decimals', (factor, value, digits) => {
  expect(roundFactor(factor)).toEqual({ value, digits });
});

test('an axis holds everything and begins at twice as fast', () => {
  expect(axisReach([])).toBeCloseTo(0.301, 3);
  expect(axisReach([0.2, -0.4])).toBe(0.5);
  expect(axisReach([-1.3])).toBe(2);
});
