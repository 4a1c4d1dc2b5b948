import type { BoardParts, RecentRow } from '@opfsmark/schema/boards';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findRecent, SubjectFinder } from '../src/lib/features/board/find-subjects.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const PAUSE_MS = 150;
const DEVICES: BoardParts = {
  subject: 'device',
  metric: 'seq1m_q8t1_read',
  layout: 'shared',
  client: null,
  filesystem: null,
};
const answer = (name: string) => Response.json({ devices: [{ slug: name, name }] });

it('typing asks once, for what was typed last', async () => {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(answer('macbook')));
  const finder = new SubjectFinder(send);
  const found = ['m', 'ma', 'book'].map((text) => finder.find(DEVICES, text));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(await Promise.all(found)).toEqual([
    null,
    null,
    { text: 'book', subjects: [{ key: 'macbook', name: 'macbook', href: '/device/macbook' }] },
  ]);
  expect(send.mock.calls.map(([url]) => url)).toEqual(['/api/v1/devices?q=book']);
});

it('an answer that comes after another letter does not count', async () => {
  const send: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const finder = new SubjectFinder(send);
  const slow = finder.find(DEVICES, 'slow');
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  void finder.find(DEVICES, 'slower');
  expect(await slow).toBeNull();
});

it('nothing is found where the service does not answer', async () => {
  const found = new SubjectFinder(() => Promise.reject(new Error('offline'))).find(DEVICES, 'any');
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(await found).toBeNull();
});

it('on the board of drives, drives of that board are found', async () => {
  const send = vi.fn<typeof fetch>(() =>
    Promise.resolve(Response.json({ subjects: [{ key: 'samsung-990-pro', name: 'Samsung 990 PRO', run_id: 'a1' }] })),
  );
  const found = new SubjectFinder(send).find({ ...DEVICES, subject: 'drive' }, '990');
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(await found).toEqual({
    text: '990',
    subjects: [{ key: 'samsung-990-pro', name: 'Samsung 990 PRO', href: '/r/a1' }],
  });
  expect(send.mock.calls.map(([url]) => url)).toEqual(['/api/v1/boards/drive.seq1m_q8t1_read.shared/subjects?q=990']);
});

describe('what stands on the page without a rank', () => {
  const rowOf = (run_id: string, drive: string | null, device = 'Tower') =>
    ({ run_id, drive, device: { slug: 'tower', name: device } }) as RecentRow;
  const recent = [
    rowOf('r1', 'Samsung SSD 990 PRO'),
    rowOf('r2', 'samsung ssd 990 pro'),
    rowOf('r3', null, 'Box 990'),
    rowOf('r4', 'WD SN850X'),
  ];
  const found = (subject: 'device' | 'drive', text: string, names: readonly string[] = []) =>
    findRecent(recent, { subject }, { text, subjects: names.map((name) => ({ key: name, name, href: '' })) });

  it('is found once, by every word of what is typed', () => {
    expect(found('drive', '990 sams')).toEqual([{ key: 'r1', name: 'Samsung SSD 990 PRO', href: '/r/r1' }]);
    expect(found('drive', 'samsung 980')).toEqual([]);
  });

  it('is not named again beside what is ranked', () =>
    expect(found('drive', '990', ['SAMSUNG SSD 990 Pro'])).toEqual([]));

  it('is looked for among what the board is about', () =>
    expect(found('device', '990').map(({ name }) => name)).toEqual(['Box 990']));
});
