import { expect, it } from 'vitest';
import { isPageKept, pageKey } from '../src/service-worker/pages.ts';

const at = (path: string) => new URL(path, 'https://opfsmark.test');

it('each family has a kept page, whatever plan or unit an address has', () => {
  expect(pageKey(at('/?rows=seq1m&unit=iops'))).toBe('/');
  expect(pageKey(at('/?family=stutter&loops=3'))).toBe('/?family=stutter');
  expect(pageKey(at('/?family=nothing'))).toBeNull();
  expect(pageKey(at('/g/FEDCBA9876543210'))).toBeNull();
  expect(['/', '/?family=stutter', '/history'].map((path) => isPageKept(at(path)))).toEqual([true, true, true]);
});

it('a page opened from a group is never kept, and offline the kept one stands for it', () => {
  for (const [path, key] of [
    ['/?group=FEDCBA9876543210', '/'],
    ['/?family=stutter&group=FEDCBA9876543210', '/?family=stutter'],
  ] as const) {
    expect(isPageKept(at(path))).toBe(false);
    expect(pageKey(at(path))).toBe(key);
  }
});
