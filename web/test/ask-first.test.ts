import { expect, it } from 'vitest';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import { familyOf } from '@opfsmark/schema/families';
import { hadTooMuchMemory, keepForgetEnd } from '../src/lib/base/local/earlier-runs.ts';
import {
  asksBeforeForgetting,
  isFromPhone,
  isShared,
  readRunAddress,
  runAddress,
  sharedAddress,
} from '../src/lib/features/run/address.ts';
import { storeOf } from './store-of.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
const request = (headers: Record<string, string>) => new Request('https://opfsmark.test/', { headers });
const ofAddress = (address: string) => new URL(address, 'https://opfsmark.test').searchParams;
const side = familyOf('matrix');

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
  expect(asksBeforeForgetting(new URLSearchParams(), false, device)).toBe(true);
  expect(asksBeforeForgetting(new URLSearchParams('cache=drive'), false, device)).toBe(false);
});

it('a link that is shared says what to read, also where that is what its profile reads anyway', async () => {
  for (const profile of ['quick', 'default', 'as-ssd'] as const) {
    const plan = planOf(profile);
    const parameters = ofAddress(sharedAddress(side, plan));
    expect(asksBeforeForgetting(parameters, false, { userAgent: ANDROID })).toBe(false);
    expect((await readRunAddress(parameters)).plan).toEqual(plan);
  }
  const changedAddress = sharedAddress(side, withCache(planOf('quick'), 'drive'));
  expect(ofAddress(changedAddress).getAll('cache')).toEqual(['drive']);
  const durability = familyOf('durability');
  const otherPlan = Object.values(durability.profiles)[0];
  if (!otherPlan) throw new Error('no plan');
  expect(sharedAddress(durability, otherPlan)).toBe(runAddress(durability, otherPlan));
});

it('a computer is asked where its last forgetting read all that it may, until one succeeds', () => {
  const store = storeOf();
  const asks = () => asksBeforeForgetting(new URLSearchParams(), hadTooMuchMemory(store), { userAgent: LINUX });
  expect(asks()).toBe(false);
  keepForgetEnd('limit_bytes', store);
  expect(asks()).toBe(true);
  keepForgetEnd('forgotten', store);
  expect(asks()).toBe(false);
  // A second run right after it is done in seconds: nothing to ask about.
  keepForgetEnd('limit_time', store);
  expect(asks()).toBe(false);
});

it('a browser that keeps nothing is not asked', () => {
  const blockedStore = {
    getItem: (): never => {
      throw new Error('blocked');
    },
    setItem: (): never => {
      throw new Error('blocked');
    },
  };
  keepForgetEnd('limit_bytes', blockedStore);
  expect(hadTooMuchMemory(blockedStore)).toBe(false);
});

it.each([
  ['group=FEDCBA9876543210', true],
  ['profile=quick&beside=FEDCBA9876543210', true],
  ['profile=quick', false],
])('links of a group and of a result are those of others: %s', (parameters, expected) => {
  expect(isShared(new URLSearchParams(parameters))).toBe(expected);
});
