import { formatBoardId, METRIC_IDS, metricOf, parseBoardId, type BoardParts } from '@opfsmark/schema/boards';
import { describe, expect, test } from 'vitest';
import {
  boardAddress,
  LAYOUTS,
  measuredMetrics,
  metricsOn,
  readBoardQuery,
  writtenMetric,
} from '../src/lib/features/board/query.ts';

const read = (address: string, boards: readonly BoardParts[] = []) =>
  readBoardQuery(new URLSearchParams(address), boards);
const idOf = (address: string) => formatBoardId(read(address));

test('every metric has a layout on whose boards it can be chosen, and no layout offers another one', () => {
  for (const layout of LAYOUTS) {
    expect(metricsOn(layout).length, layout).toBeGreaterThan(0);
    for (const id of metricsOn(layout)) expect(metricOf(id).layouts).toContain(layout);
  }
  expect(new Set(LAYOUTS.flatMap(metricsOn))).toEqual(new Set(METRIC_IDS));
});

test('a metric brings its layout, and a layout that was chosen decides which metrics there are', () => {
  expect(idOf('metric=picked_rnd_read')).toBe('device.picked_rnd_read.picked-folder');
  expect(idOf('metric=picked_file_wait')).toBe('device.picked_file_wait.picked-file');
  expect(idOf('metric=rnd4k_q1t1_write&layout=picked-folder')).toBe('device.picked_seq_read.picked-folder');
  expect(idOf('metric=picked_seq_read&layout=shared')).toBe('device.drive_score.shared');
  expect(idOf('metric=picked_create&layout=picked-folder&by=os')).toBe('os.picked_create.picked-folder');
});

test('the drive score comes first, then small reads, large reads and saves; where there is no score, small reads', () => {
  expect(metricsOn('shared').slice(0, 6)).toEqual([
    'drive_score',
    'rnd4k_q1t1_read',
    'rnd4k_q32t1_read',
    'seq1m_q1t1_read',
    'seq1m_q8t1_read',
    'rnd4k_q1t1_flush',
  ]);
  expect(metricsOn('node-direct')[0]).toBe('rnd4k_q1t1_read');
});

test('runs whose reads memory answered have a figure of what they wrote, on every layout where they write', () => {
  expect(LAYOUTS.map((layout) => [layout, writtenMetric(layout)])).toEqual([
    ['shared', 'seq1m_q1t1_write'],
    ['per-worker', 'seq1m_q1t1_write'],
    ['node', 'seq1m_q1t1_write'],
    ['node-direct', 'seq1m_q1t1_write'],
    ['picked-folder', 'picked_seq_write'],
    ['picked-file', null],
    ['app-storage', null],
    ['sustained', 'sustained_write'],
  ]);
});

test('what is unconfirmed is left out where the address says so, also on the next page and another board', () => {
  const query = read('by=drive&confirmed=1');
  expect([query.confirmedOnly, read('confirmed=yes').confirmedOnly]).toEqual([true, false]);
  for (const change of [{ cursor: 'abc' }, { subject: 'device' as const }])
    expect(read(boardAddress(query, change).split('?')[1] ?? '')).toEqual({ ...query, ...change });
});

test('boards by drive and by interface have addresses like the others', () => {
  expect(idOf('by=drive&metric=drive_score')).toBe('drive.drive_score.shared');
  expect(idOf('by=interface&client=macos~chrome')).toBe('interface.drive_score.shared');
});

test('a page offers what it knows something of, from counted cells and from single runs, in the usual order', () => {
  const cells = [{ metric: 'seq1m_q1t1_write' }, { metric: 'of another time' }];
  const runs = [{ metrics: { rnd4k_q1t1_read: 1, picked_seq_read: 2 } }];
  expect(measuredMetrics(['shared'], cells, runs)).toEqual(['rnd4k_q1t1_read', 'seq1m_q1t1_write']);
  expect(measuredMetrics(['shared'], [], [])).toEqual([]);
});

test('an address that makes no sense is that of the default board', () => {
  expect(idOf('by=constructor&metric=toString&layout=__proto__')).toBe('device.drive_score.shared');
});

test('when something changes, the address begins at the first page', () => {
  const query = read('by=device&metric=rnd4k_q1t1_memory&client=linux~chrome&cursor=abc');
  const address = boardAddress(query, { layout: 'per-worker' });
  expect(read(address.split('?')[1] ?? '')).toEqual({ ...query, layout: 'per-worker', cursor: null });
});

describe('within one browser and system', () => {
  test('there is a filesystem, and only boards of devices', () => {
    expect(idOf('metric=drive_score&filesystem=apfs')).toBe('device.drive_score.shared');
    expect(idOf('by=os&client=macos~chrome&metric=nothing')).toBe('os.drive_score.shared');
    const query = read('metric=rnd4k_q1t1_read&client=macos~chrome&filesystem=apfs&q=%20Mac%20');
    expect(formatBoardId(query)).toBe('device.rnd4k_q1t1_read.shared.macos~chrome.apfs');
    expect(query.search).toBe('Mac');
    expect(idOf(boardAddress(query).split('?')[1] ?? '')).toBe(formatBoardId(query));
  });

  test('a metric that is comparable only there takes the first client that has a board', () => {
    const board = parseBoardId('device.rnd4k_q1t1_flush.shared.linux~firefox');
    if (!board) throw new Error('no board');
    expect(formatBoardId(read('by=os&metric=rnd4k_q1t1_flush', [board]))).toBe(formatBoardId(board));
    expect(parseBoardId(idOf('metric=rnd4k_q1t1_flush'))).not.toBeNull();
  });
});
