import { expect, test } from 'vitest';
import type { RunItem } from '@opfsmark/schema/api';
import { crossTable } from '../src/lib/features/board/rows.ts';

function item(filesystem: string | null, browser: string, value?: number): RunItem {
  return {
    run_id: '0123456789ABCDEF',
    created_at: '2026-11-21T10:00:00.000Z',
    trust: 1,
    device: { slug: 'mac-mini', name: 'Mac mini' },
    filesystem,
    os: 'macos',
    browser,
    family: 'matrix',
    profile: 'quick',
    metrics: value === undefined ? {} : { drive_score: value },
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
      'drive_score',
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
