import { expect, test } from 'vitest';
import type { RunItem } from '@opfsmark/schema/api';
import { crossTable } from '../src/lib/features/board/crosstab.ts';
import { boardAddress, boardIdOf, readBoardQuery } from '../src/lib/features/board/query.ts';

function item(filesystem: string | null, browser: string, value?: number): RunItem {
  return {
    run_id: '0123456789ABCDEF',
    created_at: '2026-11-21T10:00:00.000Z',
    trust: 1,
    device: { slug: 'mac-mini', name: 'Mac mini' },
    filesystem,
    os: 'macos',
    browser,
    profile: 'quick',
    metrics: value === undefined ? {} : { x: value },
    links: { self: '/api', html: '/r' },
  };
}

test('medians of what both properties are known of, the most frequent first', () => {
  const runs = [
    item('APFS', 'chrome', 1),
    item('exFAT', 'chrome', 10),
    item('exFAT', 'chrome', 30),
    item('exFAT', 'firefox', 5),
    item(null, 'chrome', 100),
    item('APFS', 'safari'),
  ];
  expect(
    crossTable(
      runs,
      'x',
      (run) => run.filesystem,
      (run) => run.browser,
    ),
  ).toEqual({
    columns: ['chrome', 'firefox'],
    rows: [
      {
        name: 'exFAT',
        cells: [
          { value: 20, runs: 2 },
          { value: 5, runs: 1 },
        ],
      },
      { name: 'APFS', cells: [{ value: 1, runs: 1 }, null] },
    ],
  });
});

test('a filesystem filters only within one browser and system', () => {
  const read = (text: string) => readBoardQuery(new URLSearchParams(text));
  expect(boardIdOf(read('metric=score&filesystem=apfs'))).toBe('device.score.shared');
  const query = read('metric=rnd4k_q1t1_read&client=macos-chrome&filesystem=apfs&q=%20Mac%20');
  expect(boardIdOf(query)).toBe('device.rnd4k_q1t1_read.shared.macos-chrome.apfs');
  expect(query.search).toBe('Mac');
  expect(boardAddress(query, { subject: 'device' })).toContain('filesystem=apfs');
  expect(boardIdOf(read('by=os&client=macos-chrome&metric=nothing'))).toBe('os.rnd4k_q1t1_write.shared');
});
