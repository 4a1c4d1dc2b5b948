import { contentDigest, keyIdOf, signatureBase, signatureHeaders } from '@opfsmark/schema/api';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readSigningKey } from '../signing.ts';

const folder = mkdtempSync(join(tmpdir(), 'opfsmark-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const PEM = { type: 'pkcs8', format: 'pem' } as const;

it('a key of openssl signs method, path and body, as whoever has its public half can tell', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = await readSigningKey(fileOf('key.pem', String(privateKey.export(PEM))));
  if (typeof key === 'string') throw new Error(key);
  const raw = Uint8Array.from(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
  expect(key.id).toBe(await keyIdOf(raw));

  const request = { method: 'PUT', path: '/api/v1/runs/0123456789ABCDEF', body: Uint8Array.from([1, 2, 3]) };
  const headers = await signatureHeaders(request, key, 1_790_000_000_999);
  const params = `("@method" "@path" "content-digest");created=1790000000;keyid="${key.id}";alg="ed25519"`;
  const digest = await contentDigest(request.body);
  expect(headers).toMatchObject({ 'content-digest': digest, 'signature-input': `opfsmark=${params}` });
  const signature = Buffer.from(headers.signature.slice('opfsmark=:'.length, -1), 'base64');
  const verifies = async (path: string) => {
    const webKey = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
    return crypto.subtle.verify('Ed25519', webKey, signature, signatureBase({ ...request, path, digest }, params));
  };
  expect([await verifies(request.path), await verifies('/api/v1/runs/FEDCBA9876543210')]).toEqual([true, false]);
});

it.each([
  ['cannot be read', () => join(folder, 'none.pem'), /none\.pem cannot be read: ENOENT/],
  ['is no key', () => fileOf('text.pem', 'secret'), /holds no private key .* openssl genpkey/],
  [
    'is a public key',
    () =>
      fileOf('public.pem', String(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }))),
    /holds no private key/,
  ],
  [
    'is of another kind',
    () => fileOf('x.pem', String(generateKeyPairSync('x25519').privateKey.export(PEM))),
    /a key of x25519, not of Ed25519/,
  ],
])('a file that %s is a sentence', async (_, path, sentence) => {
  expect(await readSigningKey(path())).toMatch(sentence);
});
