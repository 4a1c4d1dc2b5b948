import { expect, it, vi } from 'vitest';
import { MemoryCache, Once, Places, rateLimitOf, WorkAfterAnswers } from '../platform.ts';

const answerOf = (text: string, maxAge = 60) =>
  new Response(text, { headers: { 'cache-control': `max-age=${maxAge}` } });

/** An answer takes its body, and two bytes for each letter of its address and of its headers: here 80. */
const bodyOf = (bytes: number) => 'x'.repeat(bytes);
const ROOM = 2 * (80 + 400);

it('keeps answers for the time they name, and drops what was not asked for longest', async () => {
  vi.useFakeTimers();
  // To the library, what was kept at 0 has no time.
  vi.advanceTimersByTime(1);
  const cache = new MemoryCache(ROOM);
  await cache.put('http://a/1', answerOf(bodyOf(300)));
  await cache.put('http://a/2', answerOf(bodyOf(301)));
  expect(await (await cache.match('http://a/1'))?.text()).toBe(bodyOf(300));
  await cache.put('http://a/3', answerOf(bodyOf(302)));
  expect(await cache.match('http://a/2')).toBeUndefined();
  expect(await (await cache.match(new Request('http://a/1')))?.text()).toBe(bodyOf(300));
  await cache.put('http://a/4', answerOf(bodyOf(ROOM)));
  expect(await cache.match('http://a/4')).toBeUndefined();
  await cache.put('http://a/5', answerOf('old at once', 0));
  expect(await cache.match('http://a/5')).toBeUndefined();
  vi.advanceTimersByTime(61_000);
  expect(await cache.match('http://a/1')).toBeUndefined();
  await cache.put('http://a/1', answerOf(''));
  expect([await cache.delete('http://a/1'), await cache.delete('http://a/9')]).toEqual([true, false]);
  vi.useRealTimers();
});

it('keeps no more of short answers to long addresses than it has room for', async () => {
  const cache = new MemoryCache(100_000);
  const addresses = Array.from({ length: 20 }, (_, n) => `http://a/?${n}${'x'.repeat(10_000)}`);
  for (const address of addresses) await cache.put(address, answerOf('short'));
  const kept = await Promise.all(addresses.map((address) => cache.match(address)));
  expect(kept.filter((answer) => answer !== undefined)).toHaveLength(4);
});

it('makes an answer once for all who ask meanwhile, and again for each where it is not kept', async () => {
  const once = new Once();
  let makings = 0;
  let kept: Response | undefined;
  const ask = (keeps: boolean) =>
    once.answer(
      'a',
      () => kept?.clone(),
      async () => {
        makings++;
        await Promise.resolve();
        const answer = new Response('made');
        if (keeps) kept = answer.clone();
        return answer;
      },
    );
  const answers = await Promise.all([ask(true), ask(true), ask(true)]);
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['made', 'made', 'made']);
  expect(makings).toBe(1);
  kept = undefined;
  await Promise.all([ask(false), ask(false)]);
  expect(makings).toBe(3);
});

it('of those who wait the network comes first that has had the least time, and whoever fails keeps no place', async () => {
  const places = new Places(1);
  const done: string[] = [];
  const take = (network: string, fails = false) =>
    places.take(network, async () => {
      await Promise.resolve();
      const startMs = performance.now();
      while (performance.now() - startMs < 1);
      done.push(network);
      if (fails) throw new Error('failed');
    });
  const waiting = ['a', 'a', 'a', 'b', 'b'].map((network) => take(network));
  const failing = take('a', true).catch(() => done.push('failed'));
  await waiting[0];
  waiting.push(take('c'));
  await Promise.all([...waiting, failing]);
  // The first of each, and the others of each in their order.
  expect(done.slice(0, 3)).toEqual(['a', 'b', 'c']);
  expect(done.slice(3).toSorted()).toEqual(['a', 'a', 'a', 'b', 'failed']);
  await take('a');
  expect(done).toHaveLength(9);
});

it('where too many wait, the last of the network that has most of them is refused, and a place is free for another', async () => {
  const places = new Places(1, { most: 3, refusal: () => new Error('too many') });
  const ended: string[] = [];
  const take = (name: string) =>
    places
      .take(name.charAt(0), () => Promise.resolve(void ended.push(name)))
      .catch((error: unknown) => ended.push(`${(error as Error).message}: ${name}`));
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1'].map(take));
  expect(ended.slice(0, 2)).toEqual(['too many: a4', 'too many: a3']);
  expect(ended.slice(2).toSorted()).toEqual(['a1', 'a2', 'b1']);
  await Promise.all(['a1', 'a2', 'a3'].map(take));
  expect(ended).toHaveLength(8);
});

it('lets each key do so much per period', async () => {
  vi.useFakeTimers();
  const limit = rateLimitOf({ limit: 2, period: 10 });
  const ask = async (key: string) => (await limit.limit({ key })).success;
  expect([await ask('a'), await ask('a'), await ask('a'), await ask('b')]).toEqual([true, true, false, true]);
  vi.advanceTimersByTime(9_000);
  expect(await ask('a')).toBe(false);
  // A clock that is set back by an hour is no reason to refuse for an hour.
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1_000);
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
