import { expect, test, vi } from 'vitest';
import { Moderation } from '../src/lib/features/moderate/moderation.svelte.ts';
import { storeOf } from './store-of.ts';

const EMPTY: Record<string, object> = {
  '/queue': { runs: [], next_cursor: null },
  '/audit': { entries: [], next_cursor: null },
  '/aliases': { aliases: [] },
  '/closed': { blocks: [], groups: [] },
  '/keys': { keys: [] },
  '/warnings': { warnings: [] },
  '/storage': { measured_at: null, shares: [] },
};

const addressOf = (input: Parameters<typeof fetch>[0]) => (typeof input === 'string' ? input : '');

function service(status = 200, answers: Record<string, object[]> = {}) {
  return vi.fn<typeof fetch>((input) => {
    const path = addressOf(input).replace('/api/v1/admin/v1', '').split('?')[0] ?? '';
    const body = answers[path]?.shift() ?? EMPTY[path] ?? {};
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
}

test('a wrong token is not kept, a right one is until signing out', async () => {
  const store = storeOf();
  const wrongModeration = new Moderation(service(403), store);
  await wrongModeration.signIn('guess');
  expect([wrongModeration.isSignedIn, wrongModeration.problem, store.length]).toEqual([false, 403, 0]);

  const send = service();
  const rightModeration = new Moderation(send, store);
  await rightModeration.signIn('token');
  expect([rightModeration.isSignedIn, rightModeration.problem, store.length]).toEqual([true, null, 1]);
  expect(send.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer token' });
  rightModeration.signOut();
  expect([rightModeration.isSignedIn, store.length]).toEqual([false, 0]);
});

test('a service that does not answer says nothing of a token, which is asked for no second time', async () => {
  const store = storeOf();
  await new Moderation(service(), store).signIn('token');
  const moderation = new Moderation(service(503), store);
  await moderation.resume();
  expect([moderation.isSignedIn, moderation.problem, store.length]).toEqual([false, 503, 1]);
});

test('a list that cannot be read is told, whatever is answered after it', async () => {
  const answering = service();
  const send = vi.fn<typeof fetch>((input, init) =>
    addressOf(input).endsWith('/audit') ? Promise.reject(new TypeError('the network is gone')) : answering(input, init),
  );
  const moderation = new Moderation(send, storeOf());
  await moderation.signIn('token');
  expect([moderation.isSignedIn, moderation.problem]).toEqual([true, 0]);
});

test('a network is taken back in as many requests as it needs', async () => {
  const answers = {
    '/networks/q83vEjRWeJA': [
      { tag: 'q83vEjRWeJA', runs: 40, done: false },
      { tag: 'q83vEjRWeJA', runs: 3, done: true },
    ],
  };
  const send = service(200, answers);
  const moderation = new Moderation(send, storeOf());
  await moderation.signIn('token');
  const deletion = { action: 'delete', reason: 'flood', days: 30 } as const;
  expect(await moderation.changeSource({ kind: 'network', tag: 'q83vEjRWeJA' }, deletion)).toBe(true);
  expect(send.mock.calls.filter(([input]) => addressOf(input).endsWith('/networks/q83vEjRWeJA'))).toHaveLength(2);
});

test('what stands is shown, how much would go is counted, and a lift asks for it all again', async () => {
  const block = { kind: 'provider', tag: 'hosting', until_ms: 1_790_000_000_000 } as const;
  const send = service(200, {
    '/closed': [{ blocks: [block], groups: [] }],
    '/providers/hosting': [
      { tag: 'hosting', runs: 43 },
      { tag: 'hosting', runs: 0, done: true },
    ],
  });
  const moderation = new Moderation(send, storeOf());
  await moderation.signIn('token');
  expect(moderation.closed.blocks).toEqual([block]);
  expect(await moderation.countSource(block)).toBe(43);
  expect(await moderation.changeSource(block, { action: 'unblock', reason: 'unblock' })).toBe(true);
  const requests = send.mock.calls.filter(([input]) => addressOf(input).endsWith('/providers/hosting'));
  expect(requests.map(([, init]) => init?.method)).toEqual(['GET', 'POST']);
  expect(moderation.closed.blocks).toEqual([]);
});

test('drives are changed at addresses of their own, and what fills the service is shown', async () => {
  const shares = [{ what: 'documents', used: 900, limit: 1000, percent: 90 }];
  const send = service(200, { '/storage': [{ measured_at: '2026-11-22T00:00:00.000Z', shares }] });
  const moderation = new Moderation(send, storeOf());
  await moderation.signIn('token');
  expect(moderation.storage).toEqual(shares);
  expect(await moderation.changeModel('drive', 'wd-sn850x', 'merge', { into: 'wd-black-sn850x' })).toBe(true);
  const call = send.mock.calls.find(([input]) => addressOf(input).endsWith('/drives/wd-sn850x/merge'));
  expect(call?.[1]).toMatchObject({ method: 'POST', body: '{"into":"wd-black-sn850x"}' });
});
