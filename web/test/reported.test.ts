import { isMeasured } from '@opfsmark/schema/answer';
import { MAX_FOREIGN_BYTES, readForeign } from '@opfsmark/schema/foreign';
import { CRYSTAL_8, FIO, K_DISK_MARK } from '@opfsmark/schema/test-support/foreign-texts';
import { realRecord } from '@opfsmark/schema/test-support/real-records';
import { describe, expect, test } from 'vitest';
import { compareRuns } from '../src/lib/features/compare/compare.ts';
import { comparedRunOf } from '../src/lib/features/compare/compared-run.ts';
import { readForeignFile, reportedResultOf } from '../src/lib/features/compare/reported-result.ts';
import { ReportedResults } from '../src/lib/features/compare/reported.svelte.ts';

const crystal = () => {
  const result = reportedResultOf(readForeign(CRYSTAL_8));
  if (!result) throw new Error('nothing was understood');
  return result;
};

describe('a result of another tool', () => {
  test('stands on the rulers of the grid with what it has', () => {
    const marks = crystal()
      .beside([])
      .rulers.flatMap(({ id, marks: rulerMarks }) =>
        rulerMarks.filter(isMeasured).map((mark) => [id, mark.id, Math.round(mark.value)]),
      );
    expect(marks).toEqual([
      ['opens', 'small_read', 14_648],
      ['moves', 'large_read', 3000],
      ['moves', 'large_write', 2500],
    ]);
  });

  test('stands on a ruler with its fastest row, as a run does', () => {
    const text = CRYSTAL_8.replace('2000.000 MB/s [   1907.3 IOPS]', '3200.000 MB/s [   3051.8 IOPS]');
    const moves = reportedResultOf(readForeign(text))
      ?.beside([])
      .rulers.find(({ id }) => id === 'moves');
    expect(moves?.marks.filter(isMeasured).map(({ value }) => value)).toEqual([3200e6 / 1e6, 2500]);
  });

  test('stands on a ruler with the row that the run beside it has, and says of large files which row it is', () => {
    const readBeside = (ids: readonly string[]) =>
      crystal()
        .beside(ids)
        .rulers.flatMap(({ marks }) => marks.filter(isMeasured))
        .flatMap(({ id, row, value }) => (id === 'large_read' ? [[row?.queues, value]] : []));
    expect(readBeside(['seq1m_q1t1 drive_read', 'rnd4k_q1t1 drive_read'])).toEqual([[1, 2000]]);
    expect(readBeside(['seq1m_q8t1 drive_read', 'seq1m_q1t1 drive_read'])).toEqual([[8, 3000]]);
    expect(readBeside([])).toEqual([[8, 3000]]);
  });

  test('has its figures in the rows of a run, and says that they are reported', () => {
    const run = comparedRunOf({ run_id: 'A', record: realRecord('node-direct'), declared: {} });
    const reportedRun = crystal().beside(run.figures.map(({ id }) => id));
    const rows = compareRuns([run, reportedRun], run);
    const [ownCell, cell] = rows.find(({ id }) => id === 'rnd4k_q1t1 drive_read')?.cells ?? [];
    expect(cell?.figure).toMatchObject({ value: 60e6, reported: { access: 'direct', mean_ns: 68_120 } });
    expect(cell?.ratio?.ratio).toBeCloseTo(60e6 / (ownCell?.figure?.value ?? 0), 9);
    expect(rows.filter(({ cells }) => cells[1]?.ratio).length).toBeGreaterThan(3);
  });

  test('is none where nothing was understood', () => {
    expect(reportedResultOf(readForeign('Dear diary'))).toBe(null);
  });

  test('is not called direct where a job went through the page cache', () => {
    const bufferedText = FIO.replace('"direct": "1"', '"direct": "0"');
    expect(reportedResultOf(readForeign(bufferedText))?.accesses).toEqual(['buffered']);
  });

  test('stands on no ruler, and in no row of the drive, where its text does not say what answered', () => {
    const result = reportedResultOf(readForeign(K_DISK_MARK));
    const beside = result?.beside(['rnd4k_q1t1 read', 'rnd4k_q1t1 drive_read']);
    expect(result?.accesses).toEqual(['unsaid']);
    expect(beside?.rulers.flatMap(({ marks }) => marks).some(isMeasured)).toBe(false);
    expect(beside?.figures.map(({ id, limit }) => [id, limit])).toContainEqual(['rnd4k_q1t1 read', 'memory']);
  });

  test('is added and removed by itself', () => {
    const results = new ReportedResults();
    const [first, second] = [crystal(), crystal()];
    expect(results.add(first)).toBe('CrystalDiskMark 8.0.4');
    expect(results.add(second)).toBe('CrystalDiskMark 8.0.4 (2)');
    results.remove(first.id);
    expect(results.all.map(({ id }) => id)).toEqual([second.id]);
  });

  test('is read from the beginning of a file that is far too large', async () => {
    const file = new Blob([CRYSTAL_8, new Uint8Array(MAX_FOREIGN_BYTES)]);
    const { figures, problems } = await readForeignFile(file);
    expect(figures).toHaveLength(8);
    expect(problems[0]?.kind).toBe('too_long');
  });
});
