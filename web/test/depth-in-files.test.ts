import { isRecordOf, type FamilyRecord, type RunRecord } from '@opfsmark/schema/families';
import { reachedDepth } from '@opfsmark/schema/figures';
import { describe, expect, test } from 'vitest';
import { entryOf } from '../src/lib/features/families/views.ts';

const FILES = import.meta.glob<RunRecord>('../../worker-api/proof/real/*-{quick,default,adm4}.json', {
  eager: true,
  import: 'default',
});
const RECORDS = Object.entries(FILES).flatMap(([path, record]): [string, FamilyRecord<'matrix'>][] =>
  isRecordOf(record, 'matrix') ? [[path.replace(/.*\/|\.json$/g, ''), record]] : [],
);
const exporter = await entryOf('matrix').exporter();

describe.each(RECORDS)('files of %s', (_, record) => {
  test('give no rate and mean time that together are more calls in flight than workers', () => {
    const lines = exporter
      .text(record)
      .split('\r\n')
      .filter((line) => line.includes('IOPS'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const [, queues, threads, perS, us] =
        /\(Q= *(\d+), T= *(\d+)\): .*\[ *([\d.]+) IOPS\] < *([\d.]+) us>/.exec(line)?.map(Number) ?? [];
      const inFlight = (Number(perS) * Number(us)) / 1e6;
      // Both are medians of the loops, and may be of different ones.
      expect(inFlight, line).toBeLessThanOrEqual(1.05 * Math.min(64, Number(queues) * Number(threads)));
    }
  });

  test('say what depth was reached where it is not what the name says, and CSV always', () => {
    const [head = '', ...lines] = exporter.csv(record).trimEnd().split('\r\n');
    const at = head.split(',').indexOf('depth_reached');
    expect(lines.every((line) => Number(line.split(',')[at]) > 0)).toBe(true);
    for (const file of [exporter.text(record), exporter.markdown(record)]) {
      for (const [, reached, workers] of file.matchAll(/([\d.]+) of (\d+) in flight/g)) {
        expect(Number(reached)).toBeLessThan(0.9 * Number(workers) + 0.05);
      }
    }
  });
});

test('a depth of 23.1 instead of 32 stands in text and Markdown', () => {
  const [, record] = RECORDS.find(([name]) => name === 'chromium-quick') ?? [];
  const job = record?.result.jobs.find(({ workers, reads }) => workers === 32 && reads === 'memory');
  if (!record || !job) throw new Error('no such job');
  expect(reachedDepth(job)).toBeCloseTo(23.1, 1);
  expect(exporter.text(record)).toContain('\r\n* RND4K Q32T1: from memory, 23.1 of 32 in flight\r\n');
  expect(exporter.markdown(record)).toContain('| RND4K Q32T1 memory read (23.1 of 32 in flight) |');
});
