import { describe, expect, test, vi } from 'vitest';
import { pairAddress, readRunIds, readSlugs } from '../src/lib/base/pick/address.ts';
import { Picked, type Candidate } from '../src/lib/base/pick/picked.svelte.ts';
import { storeOf } from './store-of.ts';

const device = (id: string): Candidate => ({ kind: 'device', id, name: id.toUpperCase() });
const RUN: Candidate = { kind: 'run', id: '0123456789ABCDEF', name: 'a' };
const KEPT_RUN: Candidate = { kind: 'run', id: 'local:2026-11-22T09:00:00.000Z', name: 'b' };

describe('a comparison by two clicks', () => {
  test('the first is kept over pages, the second opens the comparison and forgets both', () => {
    const store = storeOf();
    expect(new Picked().choose(device('a'), store)).toBeNull();
    const laterPick = new Picked();
    laterPick.read(store);
    expect(laterPick.current).toEqual(device('a'));
    expect(laterPick.choose(device('b'), store)).toBe('/compare?devices=a,b');
    expect(laterPick.current).toBeNull();
    expect(store.length).toBe(0);
  });

  test('a click before the first was read finds it, and what it chose stays', async () => {
    vi.stubGlobal('addEventListener', () => undefined);
    const store = storeOf();
    new Picked().choose(device('a'), store);
    const second = new Picked();
    const whenRead = second.readSoon();
    expect(second.choose(device('b'), store)).toBe('/compare?devices=a,b');
    expect(second.choose(RUN, store)).toBeNull();
    await whenRead;
    expect(second.current).toEqual(RUN);
    vi.unstubAllGlobals();
  });

  test('the same again takes it back, and another kind takes its place', () => {
    const store = storeOf();
    const pick = new Picked();
    pick.choose(device('a'), store);
    expect(pick.choose(device('a'), store)).toBeNull();
    expect(pick.current).toBeNull();
    pick.choose(device('a'), store);
    expect(pick.choose(RUN, store)).toBeNull();
    expect(pick.current).toEqual(RUN);
  });

  test('a day later, and when its run is gone, the first is forgotten', () => {
    const store = storeOf();
    const day = 24 * 60 * 60 * 1000;
    new Picked().choose(device('a'), store, 1_000);
    const laterPick = new Picked();
    laterPick.read(store, 1_000 + day);
    expect(laterPick.current).toEqual(device('a'));
    laterPick.read(store, 1_001 + day);
    expect(laterPick.current).toBeNull();

    const pick = new Picked();
    pick.choose(KEPT_RUN, store);
    pick.forget(RUN.id, store);
    expect(pick.current).toEqual(KEPT_RUN);
    // Another page deletes it.
    new Picked().forget(KEPT_RUN.id, store);
    pick.read(store);
    expect([pick.current, store.length]).toEqual([null, 0]);
  });

  test('what was kept by somebody else is nothing', () => {
    for (const text of ['null', '{}', 'x', '{"kind":"run","id":1,"name":"a"}', '{"kind":"run","id":"a","name":"a"}']) {
      const pick = new Picked();
      pick.read(Object.assign(storeOf(), { getItem: () => text }));
      expect(pick.current).toBeNull();
    }
  });
});

test('the address of a pair is read back, whatever is in the name', () => {
  const runs = new URL(pairAddress('run', [RUN.id, KEPT_RUN.id]), 'http://localhost');
  expect(readRunIds(runs.searchParams.get('runs') ?? '')).toEqual([RUN.id, KEPT_RUN.id]);
  const devices = new URL(pairAddress('device', ['thinkpad-x1', 'パソコン']), 'http://localhost');
  expect(readSlugs(devices.searchParams.get('devices') ?? '')).toEqual(['thinkpad-x1', 'パソコン']);
  expect(readSlugs('a,,a, b')).toEqual(['a']);
});
