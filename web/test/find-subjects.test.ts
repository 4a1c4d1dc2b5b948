import type { BoardParts } from '@opfsmark/schema/boards';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SubjectFinder } from '../src/lib/features/board/find-subjects.ts';

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
/** The service: devices, and the drives of a board. */
const answer = (name: string, drives: readonly object[] = []) =>
  vi.fn((url: string) => {
    const list = url.startsWith('/api/v1/boards/') ? { subjects: drives } : { devices: [{ slug: name, name }] };
    return Promise.resolve(Response.json(list));
  });

it('typing asks once, for what was typed last', async () => {
  const send = answer('macbook');
  const finder = new SubjectFinder(send);
  const searches = ['m', 'ma', 'book'].map((text) => finder.find(DEVICES, text));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(await Promise.all(searches)).toEqual([
    null,
    null,
    {
      text: 'book',
      subjects: [{ key: 'device macbook', name: 'macbook', href: '/device/macbook', isUnconfirmed: false }],
    },
  ]);
  expect(send.mock.calls.map(([url]) => url)).toEqual([
    '/api/v1/boards/drive.seq1m_q8t1_read.shared/subjects?q=book',
    '/api/v1/devices?q=book',
  ]);
});

it('an answer that comes after another letter does not count', async () => {
  const send: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const finder = new SubjectFinder(send);
  const slowSearch = finder.find(DEVICES, 'slow');
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  void finder.find(DEVICES, 'slower');
  expect(await slowSearch).toBeNull();
});

it('nothing is found where the service does not answer', async () => {
  const search = new SubjectFinder(() => Promise.reject(new Error('offline'))).find(DEVICES, 'any');
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(await search).toBeNull();
});

it('drives come before devices, whatever is looked at; where figures are of one browser, by what all have', async () => {
  const drive = { key: 'samsung-990-pro', name: 'Samsung 990 PRO', run_id: 'a1', unconfirmed: true };
  const send = answer('990 box', [drive]);
  const client = { os: 'linux', browser: 'chrome' };
  const search = new SubjectFinder(send).find({ ...DEVICES, metric: 'rnd4k_q1t1_flush', client }, '990');
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(await search).toMatchObject({
    text: '990',
    subjects: [
      { key: 'drive samsung-990-pro', href: '/drive/samsung-990-pro', isUnconfirmed: true },
      { key: 'device 990 box', href: '/device/990%20box', isUnconfirmed: false },
    ],
  });
  expect(send.mock.calls[0]?.[0]).toBe('/api/v1/boards/drive.seq1m_q1t1_write.shared/subjects?q=990');
});
