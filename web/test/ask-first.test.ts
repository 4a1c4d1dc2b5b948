import { expect, it } from 'vitest';
import { asksBeforeForgetting, isFromPhone } from '../src/lib/features/run/address/ask-first.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
const request = (headers: Record<string, string>) => new Request('https://opfsmark.test/', { headers });

it.each([
  ['a phone by its agent', { 'user-agent': ANDROID }, true],
  ['a phone by its hint', { 'user-agent': LINUX, 'sec-ch-ua-mobile': '?1' }, true],
  ['a tablet that asks for the page of desktops', { 'user-agent': ANDROID, 'sec-ch-ua-mobile': '?0' }, false],
  ['a desktop', { 'user-agent': LINUX }, false],
  ['no agent', {}, false],
])('a page is drawn for a phone before it is alive, so that nothing moves then: %s', (_, headers, expected) => {
  expect(isFromPhone(request(headers as Record<string, string>))).toBe(expected);
});

it('a link that says what to read is not asked about', () => {
  const device = { userAgent: ANDROID };
  expect(asksBeforeForgetting(new URLSearchParams(), device)).toBe(true);
  expect(asksBeforeForgetting(new URLSearchParams('cache=drive'), device)).toBe(false);
});
