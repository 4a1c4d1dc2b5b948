import { describe, expect, test } from 'vitest';
import { compareAddress, localStartOf, readRunIds } from '../src/lib/base/pick/address.ts';
import {
  compareRuns,
  splitByFamily,
  type ComparedFigure,
  type ComparedRun,
} from '../src/lib/features/compare/compare.ts';
import { comparedRunOf } from '../src/lib/features/compare/compared-run.ts';
import { differences, testDifferences } from '../src/lib/features/compare/facts.ts';
import { KeptRuns } from '../src/lib/features/compare/kept-runs.svelte.ts';
import { plainRecord } from '@opfsmark/schema/test-support/plain-record';

const published = comparedRunOf({ run_id: 'A', record: plainRecord(), declared: { device: 'Mac mini' } });

function figure(id: string, value: number, change: Partial<ComparedFigure> = {}): ComparedFigure {
  const head = { id, name: id, unit: 'bytes_per_s' as const, better: 'higher' as const };
  const from = { p99_ns: null, read_from: null, origin: 'drive' as const };
  return { ...head, value, low: value * 0.95, high: value * 1.05, ...from, ...change };
}

const run = (run_id: string, ...figures: ComparedFigure[]): ComparedRun => ({ ...published, run_id, figures });

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
    const drive = run('A', figure('x', 100, { read_from: 'drive' }));
    const memory = run('B', figure('x', 9000, { read_from: 'cached', origin: 'memory' }));
    const [cell] = compareRuns([memory], drive)[0]?.cells ?? [];
    expect(cell).toMatchObject({ ratio: null, unlike: { read_from: 'drive' } });
    const both = compareRuns([memory], run('C', figure('x', 9000, { read_from: 'mixed', origin: 'memory' })))[0]
      ?.cells[0];
    expect(both).toMatchObject({ ratio: { tie: true }, unlike: null });
  });
});

describe('what differs', () => {
  const with_ = (change: Partial<ComparedRun['facts']>) => ({ ...published, facts: { ...published.facts, ...change } });

  test('is named, and what makes it another test', () => {
    const other = [published, with_({ filesystem: 'exFAT' })];
    expect(differences(other)).toEqual(['filesystem']);
    expect(testDifferences(other)).toEqual([]);
    const unlike = [published, with_({ file_bytes: 1, layout: 'per-worker', loops: 9 })];
    expect(testDifferences(unlike)).toEqual(['layout', 'file_bytes']);
    expect(differences([published])).toEqual([]);
  });

  test('a store for apps that one run does not know does not make it another test', () => {
    const [leveldb, unknown, sqlite] = [
      with_({ indexeddb: 'LevelDB' }),
      with_({ indexeddb: null }),
      with_({ indexeddb: 'SQLite' }),
    ];
    expect(testDifferences([leveldb, unknown])).toEqual([]);
    expect(testDifferences([leveldb, unknown, sqlite])).toEqual(['indexeddb']);
  });

  test('only runs of one family stand side by side', () => {
    const stutter: ComparedRun = { ...published, run_id: 'S', family: 'stutter' };
    const { same, other } = splitByFamily([published, stutter]);
    expect([same, other].map((runs) => runs.map(({ run_id }) => run_id))).toEqual([['A'], ['S']]);
  });
});

describe('an address', () => {
  const [one, two] = ['0123456789ABCDEF', '1ZZZZZZZZZZZZZZZ'];
  const kept = 'local:2026-11-21T10:00:00.000Z';

  test('ids are found in whatever was pasted, each once', () => {
    expect(readRunIds(`https://example.org/r/${one.toLowerCase()}?unit=iops\n${two}, ${one}`)).toEqual([one, two]);
    expect(readRunIds('oi23456789abcdef')).toEqual([one]);
    expect(readRunIds('responsibilities, nothing here, 0123456789ABCDEFG neither')).toEqual([]);
    expect(readRunIds(`${kept},${one}`)).toEqual([kept, one]);
  });

  test('goes there and back', () => {
    expect(compareAddress({ ids: [one, two], base: two, caseId: null })).toBe(
      `/compare?runs=${one},${two}&base=${two}`,
    );
    expect(compareAddress({ ids: [one], base: two, caseId: 'x' })).toBe(`/compare?runs=${one}&case=x`);
    expect(compareAddress({ ids: [], base: null, caseId: null })).toBe('/compare');
    const address = compareAddress({ ids: [kept, one], base: null, caseId: null });
    expect(readRunIds(new URL(address, 'https://example.org').searchParams.get('runs') ?? '')).toEqual([kept, one]);
  });

  test('runs kept in this browser are read from it, and those that are not there are named', async () => {
    expect(localStartOf(kept)).toBe('2026-11-21T10:00:00.000Z');
    const gone = 'local:2020-01-01T00:00:00.000Z';
    const damaged = 'local:2020-01-02T00:00:00.000Z';
    const runs = new KeptRuns([kept, one, gone, damaged]);
    expect([runs.reading, runs.missing]).toEqual([true, []]);
    const rows: Record<string, unknown> = { [kept]: plainRecord(), [damaged]: { ...plainRecord(), result: null } };
    await runs.read((startedAt) => Promise.resolve(rows[`local:${startedAt}`]));
    expect([runs.reading, runs.missing]).toEqual([false, [gone, damaged]]);
    expect(runs.run(kept)?.figures.length).toBeGreaterThan(0);
  });
});
