import { expect, it, vi } from 'vitest';
import { MemoryCache, rateLimitOf, WorkAfterAnswers } from '../platform.ts';

const answerOf = (text: string, maxAge = 60) =>
  new Response(text, { headers: { 'cache-control': `max-age=${maxAge}` } });

it('keeps answers for the time they name, and drops what was not asked for longest', async () => {
  vi.useFakeTimers();
  const cache = new MemoryCache(10);
  await cache.put('http://a/1', answerOf('aaaa'));
  await cache.put('http://a/2', answerOf('bbbb'));
  expect(await (await cache.match('http://a/1'))?.text()).toBe('aaaa');
  await cache.put('http://a/3', answerOf('cccc'));
  expect(await cache.match('http://a/2')).toBeUndefined();
  expect(await (await cache.match(new Request('http://a/1')))?.text()).toBe('aaaa');
  await cache.put('http://a/4', answerOf('more than there is room for'));
  expect(await cache.match('http://a/4')).toBeUndefined();
  vi.advanceTimersByTime(61_000);
  expect(await cache.match('http://a/3')).toBeUndefined();
  expect([await cache.delete('http://a/1'), await cache.delete('http://a/9')]).toEqual([true, false]);
  vi.useRealTimers();
});

it('lets each key do so much per period', async () => {
  vi.useFakeTimers();
  const limit = rateLimitOf({ limit: 2, period: 10 });
  const ask = async (key: string) => (await limit.limit({ key })).success;
  expect([await ask('a'), await ask('a'), await ask('a'), await ask('b')]).toEqual([true, true, false, true]);
  vi.advanceTimersByTime(10_000);
  expect(await ask('a')).toBe(true);
  vi.useRealTimers();
});

it('waits for what goes on after answers, also for what begins meanwhile and for what fails', async () => {
  const work = new WorkAfterAnswers();
  const done: string[] = [];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  work.context.waitUntil(Promise.reject(new Error('failed')));
  work.context.waitUntil(
    Promise.resolve().then(() => {
      work.context.waitUntil(Promise.resolve().then(() => done.push('second')));
      done.push('first');
    }),
  );
  await work.ended();
  expect(done).toEqual(['first', 'second']);
  expect(console.error).toHaveBeenCalledOnce();
});
