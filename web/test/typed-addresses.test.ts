import { expect, test } from 'vitest';
import { meantAddress, TYPED_ADDRESSES } from '../src/lib/features/site/typed-addresses.ts';

const PAGES = Object.keys(import.meta.glob('../src/routes/**/+page.svelte')).map(
  (file) => file.replace('../src/routes', '').replace(/\/\+page\.svelte$/, '') || '/',
);
const meant = (address: string) => meantAddress(new URL(address, 'https://opfsmark.test'));

test('what people type leads to a page, and is none itself', () => {
  for (const [typed, address] of Object.entries(TYPED_ADDRESSES)) {
    expect(PAGES).not.toContain(typed);
    expect(PAGES, typed).toContain(address.split('?')[0]);
  }
});

test('what else the address says goes with it', () => {
  expect(meant('/groups')).toBe('/g');
  expect(meant('/Groups/?lang=ja')).toBe('/g?lang=ja');
  expect(meant('/filesystems?lang=ja')).toBe('/leaderboard?by=filesystem&lang=ja');
  expect(['/', '/g', '/g/7777777777777777', '/constructor', '/nowhere'].map(meant)).toEqual(Array(5).fill(null));
});
