import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeviceFinder } from '../src/lib/features/board/find-devices.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const PAUSE_MS = 150;
const answer = (name: string) => Response.json({ devices: [{ slug: name, name }] });

it('typing asks once, for what was typed last', async () => {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(answer('macbook')));
  const finder = new DeviceFinder(send);
  const found = ['m', 'ma', 'book'].map((text) => finder.find(text));
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(await Promise.all(found)).toEqual([
    null,
    null,
    { text: 'book', devices: [{ slug: 'macbook', name: 'macbook' }] },
  ]);
  expect(send.mock.calls.map(([url]) => url)).toEqual(['/api/v1/devices?q=book']);
});

it('an answer that comes after another letter does not count', async () => {
  const send: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const finder = new DeviceFinder(send);
  const slow = finder.find('slow');
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  void finder.find('slower');
  expect(await slow).toBeNull();
});

it('nothing is found where the service does not answer', async () => {
  const found = new DeviceFinder(() => Promise.reject(new Error('offline'))).find('any');
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(await found).toBeNull();
});
