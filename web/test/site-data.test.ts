/** Browsers that block site data throw a SecurityError at the very name of a store. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Support } from '@opfsmark/core';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import { keepGroupName, ownGroups } from '../src/lib/base/local/groups.ts';
import { publishedIds, publishedIdOf } from '../src/lib/base/local/published-runs.ts';
import { keepRates, readRates } from '../src/lib/base/local/earlier-runs.ts';
import { localStore, tabStore } from '../src/lib/base/local/stores.ts';
import { Picked } from '../src/lib/base/pick/picked.svelte.ts';
import { outboxMayHold } from '../src/lib/features/publish/outbox/hint.ts';
import { Publisher, type Draft, type Send } from '../src/lib/features/publish/publisher.svelte.ts';
import { Bench } from '../src/lib/features/run/session/bench.svelte.ts';
import { dropPaused, keepPaused, type Paused, takePaused } from '../src/lib/features/run/session/state.ts';
import { plainRecord } from '@opfsmark/schema/test-support/matrix-records';

const engine = vi.hoisted(() => ({
  run: vi.fn(),
  canResume: () => false,
  checkSupport: vi.fn<() => Promise<Support>>(),
  findPrepared: () => Promise.resolve(null),
}));
vi.mock('../src/lib/features/run/session/engine.ts', () => engine);
vi.mock('../src/lib/features/run/session/browser.ts', () => ({
  detectClient: () => Promise.resolve(null),
  measureClockStepNs: () => 1000,
}));

const NAMES = ['localStorage', 'sessionStorage'] as const;
const before = new Map(NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));

beforeEach(() => {
  const get = (): never => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of NAMES) Object.defineProperty(globalThis, name, { get, configurable: true });
  vi.stubGlobal('window', {});
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => {
  for (const [name, descriptor] of before) {
    Reflect.deleteProperty(globalThis, name);
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
  }
  vi.unstubAllGlobals();
});
// Files share one worker.
afterAll(() => {
  vi.doUnmock('../src/lib/features/run/session/engine.ts');
  vi.doUnmock('../src/lib/features/run/session/browser.ts');
  vi.resetModules();
});

test('the stores throw at their names, and the accessors find nothing and refuse to keep', () => {
  expect(() => localStorage).toThrow('Access is denied');
  for (const store of [localStore(), tabStore()]) {
    expect([store.length, store.key(0), store.getItem('opfsmark.rates')]).toEqual([0, null, null]);
    expect(() => store.removeItem('x')).not.toThrow();
    expect(() => store.setItem('x', '1')).toThrow(DOMException);
  }
});

test('everything that only reads finds nothing', () => {
  expect(readRates(localStore())).toEqual({});
  expect(ownGroups(localStore())).toEqual([]);
  expect(publishedIds(localStore())).toEqual([]);
  expect(publishedIdOf({ ticket: null, started_at: plainRecord().started_at }, localStore())).toBeNull();
  expect(takePaused(tabStore())).toBeNull();
  expect(outboxMayHold()).toBe(false);
});

test('what is kept for convenience lasts as long as the page', () => {
  keepGroupName('0123456789ABCDEF', 'Class 3B', tabStore());
  dropPaused(tabStore());
  const step = { pace: 'fill', work: 1, seconds: 2 };
  expect(keepRates([step], localStore())).not.toEqual({});
  const pick = new Picked();
  pick.read();
  pick.choose({ kind: 'device', id: 'a', name: 'A' });
  expect(pick.current?.id).toBe('a');
});

test('a page that could not come back does not reload itself', () => {
  expect(() => keepPaused({} as Paused, tabStore())).toThrow(DOMException);
});

test.each<[string, () => Promise<Support>, string]>([
  [
    'can measure is ready',
    () => Promise.resolve({ ok: true, layout: 'shared', isMemoryBacked: false, spaceBytes: null }),
    'ready',
  ],
  ['has no place for files says so', () => Promise.resolve({ ok: false, problems: ['private_window'] }), 'unsupported'],
  ['cannot be checked says so', () => Promise.reject(new DOMException('blocked', 'SecurityError')), 'check_failed'],
])('a page that %s, and does not stay at checking', async (_, check, readiness) => {
  engine.checkSupport.mockImplementation(check);
  const bench = new Bench({
    ticket: () => Promise.resolve(null),
    onRecord: vi.fn(),
    reload: () => false,
    leave: () => undefined,
    dropPaused: () => undefined,
  });
  await bench.open();
  expect(bench.readiness.kind).toBe(readiness);
});

test('a result whose deletion key cannot be kept is not sent, and the dialog says why', async () => {
  const send = vi.fn<Send>();
  const publisher = await Publisher.prepare(plainRecord(planOf('quick')), null, send);
  const draft: Draft = { ...publisher.draft(), device: 'MacBook Pro' };
  await publisher.publish(draft);
  expect(publisher.state).toEqual({ kind: 'refused', answer: { kind: 'unkept' } });
  expect(send).not.toHaveBeenCalled();
});
