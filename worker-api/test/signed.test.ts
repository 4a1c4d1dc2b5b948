/** A run that an organisation has signed is confirmed by it, as long as its key is. */
import { RunView, signatureHeaders, type SigningKey, keyIdOf } from '@opfsmark/schema/api';
import { newRunId, randomId } from '@opfsmark/schema/documents';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressIn, ask, moderate, problemOf, readBoard } from './client.ts';
import { startEmpty } from './empty.ts';
import { makeSmallUpload } from './runs.ts';

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

async function makeKey() {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const spki = (await crypto.subtle.exportKey('spki', pair.publicKey)) as ArrayBuffer;
  const raw = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer);
  return {
    id: await keyIdOf(raw),
    pem: `-----BEGIN PUBLIC KEY-----\n${base64(spki)}\n-----END PUBLIC KEY-----\n`,
    sign: async (bytes: Uint8Array) => new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, bytes)),
  };
}

type Key = Awaited<ReturnType<typeof makeKey>>;

const register = (key: Key, more: object = {}) =>
  moderate('POST', '/keys', { name: 'Example Labs', public_key: key.pem, ...more });

let network = 0;

/** Sends a run that a key has signed, changed on its way. */
async function sendSigned(
  key: Key,
  { body = (text: string) => text, headers: changed = {}, atMs = Date.now(), otherId = '', isStored = false } = {},
) {
  const [runId, path] = [newRunId(), (id: string) => `/api/v1/runs/${id}`];
  const text = JSON.stringify(
    makeSmallUpload({ declared: { device: 'Signed' }, speed: 1 + ++network / 100, rig_id: randomId() }),
  );
  const signed = { method: 'PUT', path: path(runId), body: Uint8Array.from(new TextEncoder().encode(text)) };
  const headers = {
    'content-type': 'application/json',
    'cf-connecting-ip': addressIn(network),
    ...(await signatureHeaders(signed, key, atMs)),
    ...changed,
  };
  const id = otherId || runId;
  if (isStored) {
    const unsigned = { 'content-type': 'application/json', 'cf-connecting-ip': addressIn(network) };
    expect((await ask(path(id), { method: 'PUT', headers: unsigned, body: body(text) })).status).toBe(201);
  }
  return { id, response: await ask(path(id), { method: 'PUT', headers, body: body(text) }) };
}

const viewOf = async (id: string) => RunView.parse(await (await ask(`/api/v1/runs/${id}`)).json());
const signedRow = async () => (await readBoard()).rows.find(({ key }) => key === 'signed');

beforeAll(startEmpty);

it('a signed run counts and has a number without a ticket, and says whose key confirms it, until the key is revoked', async () => {
  const key = await makeKey();
  const registered = await register(key);
  expect(registered.status).toBe(201);
  expect(await registered.json<SigningKey>()).toMatchObject({ key_id: key.id, name: 'Example Labs', revoked_at: null });
  expect((await register(key)).status).toBe(409);

  const { id, response } = await sendSigned(key);
  expect(response.status).toBe(201);
  expect(await viewOf(id)).toMatchObject({
    trust: 1,
    confirmed: true,
    confirmed_by: 'Example Labs',
    unranked_because: [],
  });
  expect(await signedRow()).toMatchObject({ ranked: { place: 1 }, run_id: id });

  expect((await moderate('POST', `/keys/${key.id}/revoke`)).status).toBe(200);
  expect(await viewOf(id)).toMatchObject({
    trust: 0,
    confirmed: false,
    confirmed_by: null,
    unranked_because: ['no_ticket'],
  });
  expect(await signedRow()).toBeUndefined();
  expect((await moderate('POST', `/keys/${key.id}/revoke`)).status).toBe(409);
  const { keys } = await (await moderate('GET', '/keys')).json<{ keys: SigningKey[] }>();
  expect(keys).toMatchObject([{ key_id: key.id, revoked_at: expect.any(String) as string }]);
});

describe('a signature confirms nothing, and the run is refused,', () => {
  const refused = async (key: Key, options: Parameters<typeof sendSigned>[1] = {}) => {
    const { response } = await sendSigned(key, options);
    expect(response.status).toBe(422);
    return (await problemOf(response)).errors?.[0]?.detail;
  };
  let key: Key;
  beforeAll(async () => {
    key = await makeKey();
    await register(key);
  });

  it('where its key is not registered, revoked or expired', async () => {
    const others = { unknown: await makeKey(), revoked: await makeKey(), expired: await makeKey() };
    await register(others.revoked);
    await moderate('POST', `/keys/${others.revoked.id}/revoke`);
    await register(others.expired);
    await env.DB.prepare('UPDATE signing_key SET expires_ms = ?1 WHERE key_id = ?2')
      .bind(Date.parse('2020-01-01T00:00:00Z'), others.expired.id)
      .run();
    expect(await refused(others.unknown)).toMatch(/no key .* is registered/);
    expect(await refused(others.revoked)).toMatch(/was revoked/);
    expect(await refused(others.expired)).toMatch(/expired at 2020-01-01/);
    expect(await refused({ ...(await makeKey()), id: key.id })).toMatch(/was not made by the key/);
  });

  it('where body, run or time are others, or a header is missing', async () => {
    expect(await refused(key, { body: (text) => `${text} ` })).toMatch(/not that of the body/);
    expect(await refused(key, { otherId: newRunId() })).toMatch(/was not made by the key/);
    expect(await refused(key, { atMs: Date.now() - 2 * 3600_000 })).toMatch(/more than an hour/);
    for (const header of ['signature', 'signature-input', 'content-digest'])
      expect(await refused(key, { headers: { [header]: 'x' } })).toBeTruthy();
  });

  it('where the run was published before without it', async () => {
    const key = await makeKey();
    await register(key);
    expect(await refused(key, { isStored: true })).toMatch(/comes too late/);
  });

  it('and a key that has expired is not registered', async () => {
    const response = await register(await makeKey(), { expires_at: new Date(Date.now() - 1000).toISOString() });
    expect([response.status, (await problemOf(response)).errors?.[0]?.pointer]).toEqual([422, '/expires_at']);
  });

  it('and what is no public key is not registered', async () => {
    for (const pem of ['x', key.pem.replace('MCow', 'MCox'), key.pem.replaceAll('PUBLIC', 'PRIVATE')]) {
      const response = await moderate('POST', '/keys', { name: 'Nobody', public_key: pem });
      expect([response.status, (await problemOf(response)).errors?.[0]?.pointer]).toEqual([422, '/public_key']);
    }
  });
});
