import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PausedRun } from '../api.ts';
import { canResumeOn, dropLease, giveBackLease, leaseAllows, takeLease, whenLeaseOver } from '../page/reload-lease.ts';

const KEY = 'opfsmark.reload';
const rows = new Map<string, string>();

beforeEach(() => {
  rows.clear();
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => rows.set(key, value),
    removeItem: (key: string) => rows.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a run in whose middle the page reloaded itself', () => {
  const core = { version: '1.0.0', sha256: 'ab' };
  const pausedBy = (core_version: string, wasm_sha256: string) =>
    ({ lease: takeLease() ?? '', record: { environment: { core_version, wasm_sha256 } } }) as PausedRun;

  it('can go on within a minute, and not when its lease is over', () => {
    const paused = pausedBy('1.0.0', 'ab');
    vi.advanceTimersByTime(59_000);
    expect(canResumeOn(core, paused)).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(canResumeOn(core, paused)).toBe(false);
  });

  it('cannot go on when another tab has taken a lease meanwhile', () => {
    const paused = pausedBy('1.0.0', 'ab');
    takeLease();
    expect(canResumeOn(core, paused)).toBe(false);
  });

  it.each([
    ['1.0.1', 'ab'],
    ['1.0.0', 'cd'],
  ])('cannot go on with another version of the engine: %s, %s', (version, sha256) => {
    expect(canResumeOn(core, pausedBy(version, sha256))).toBe(false);
  });
});

describe('a lease for a page that reloads itself', () => {
  it('allows that page, and no other, until it is given back', () => {
    expect(leaseAllows(undefined)).toBe(true);
    const lease = takeLease();
    expect([lease ?? '', undefined, 'another'].map((id) => leaseAllows(id))).toEqual([true, false, false]);
    dropLease();
    expect(leaseAllows(undefined)).toBe(true);
    expect(leaseAllows(lease ?? '')).toBe(false);
  });

  it('is given back by the page that does not go on, and by no other', () => {
    const first = takeLease() ?? '';
    const second = takeLease() ?? '';
    giveBackLease(first);
    expect(leaseAllows(second)).toBe(true);
    giveBackLease(second);
    expect(leaseAllows(undefined)).toBe(true);
  });

  it('ends after a minute, when the page has not come back', async () => {
    const lease = takeLease() ?? '';
    const over = vi.fn();
    void whenLeaseOver().then(over);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(over).toHaveBeenCalled();
    expect([leaseAllows(lease), leaseAllows(undefined)]).toEqual([false, true]);
  });

  it.each(['', 'x', 'x NaN', 'x 1', `x ${2 ** 50}`, 'a b c', ' 9e99', '{"id":"x"}'])(
    'that was written as "%s" is none',
    async (text) => {
      rows.set(KEY, text);
      expect(leaseAllows(undefined)).toBe(true);
      await whenLeaseOver();
    },
  );

  it('cannot be taken where site data is blocked, and nobody is kept from measuring', () => {
    const blocked = () => {
      throw new DOMException('', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
    expect(takeLease()).toBeNull();
    expect(leaseAllows(undefined)).toBe(true);
    dropLease();
  });
});
