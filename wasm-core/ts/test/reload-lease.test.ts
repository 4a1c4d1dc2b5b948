import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropLease, leaseAllows, takeLease, whenLeaseOver } from '../page/reload-lease.ts';

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

describe('a lease for a page that reloads itself', () => {
  it('allows that page, and no other, until it is given back', () => {
    expect(leaseAllows(undefined)).toBe(true);
    const lease = takeLease();
    expect([lease ?? '', undefined, 'another'].map((id) => leaseAllows(id))).toEqual([true, false, false]);
    dropLease();
    expect(leaseAllows(undefined)).toBe(true);
    expect(leaseAllows(lease ?? '')).toBe(false);
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
