import { contentDigest, keyIdOf, SIGNED_FIELDS, signatureBase } from '@opfsmark/schema/api';
import { fromBase64Url, toBase64Url } from '../base/crypto.ts';
import { HOUR_MS } from '../base/days.ts';
import type { Db } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';
import { selectKey } from '../store/signing-keys.ts';

/** The only form that is understood: what `signatureHeaders` of schema/src/api/signature.ts writes. */
const PARAMS = /^opfsmark=(\([^)]*\);created=(\d{1,12});keyid="([\w-]{11})";alg="ed25519")$/;
const SIGNATURE = /^opfsmark=:([A-Za-z0-9+/]{86}==):$/;

const refuse = (header: string, detail: string): never => {
  throw new ProblemError('signature-refused', '', [{ pointer: `/${header}`, detail }]);
};

/** A clock may be wrong by so much. The signature is of one run and one body, so that nobody else gains by sending it again. */
const MAX_AGE_MS = HOUR_MS;

const bytesOf = (base64: string) => fromBase64Url(base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));

/**
 * The id of the key that has signed a request, '' where none has; throws where it has one that confirms nothing.
 *
 * @param body as it was sent
 */
export async function signedBy(
  db: Db,
  { method, url, headers }: Request,
  body: () => Promise<ArrayBuffer>,
  nowMs: number,
): Promise<string> {
  const [input, signature] = [headers.get('signature-input'), headers.get('signature')];
  if (input === null && signature === null) return '';
  const [, params = '', created = '', keyId = ''] = PARAMS.exec(input ?? '') ?? [];
  if (!params.startsWith(`${SIGNED_FIELDS};`)) {
    return refuse('signature-input', `must be opfsmark=${SIGNED_FIELDS};created=...;keyid="...";alg="ed25519"`);
  }
  const [, signatureText] = SIGNATURE.exec(signature ?? '') ?? [];
  if (signatureText === undefined) return refuse('signature', 'must be opfsmark=:the 64 bytes in Base64:');
  const key = await selectKey(db, keyId);
  if (!key) return refuse('signature-input', `no key ${keyId} is registered with this service`);
  if (key.revoked_ms !== null) return refuse('signature-input', `the key ${keyId} was revoked`);
  if (key.expires_ms !== null && key.expires_ms <= nowMs) {
    return refuse('signature-input', `the key ${keyId} expired at ${new Date(key.expires_ms).toISOString()}`);
  }
  if (Math.abs(Number(created) * 1000 - nowMs) > MAX_AGE_MS) {
    return refuse('signature-input', 'was created more than an hour from now: is the clock right?');
  }
  const digest = await contentDigest(new Uint8Array(await body()));
  if (headers.get('content-digest') !== digest) return refuse('content-digest', 'is not that of the body');
  const publicKey = await crypto.subtle.importKey('raw', fromBase64Url(key.public_key), 'Ed25519', false, ['verify']);
  const signed = signatureBase({ method, path: new URL(url).pathname, digest }, params);
  const isValid = await crypto.subtle.verify('Ed25519', publicKey, bytesOf(signatureText), signed);
  return isValid ? keyId : refuse('signature', `was not made by the key ${keyId} over this run`);
}

/** Every SubjectPublicKeyInfo of Ed25519 begins with these bytes (RFC 8410); 32 more are the key. */
const SPKI_BYTES = 44;

/** A public key as `openssl pkey -pubout` writes it; throws where it is none. */
export async function readPublicKey(pem: string): Promise<{ readonly key_id: string; readonly public_key: string }> {
  const [, text = ''] =
    /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/.exec(pem.trim()) ?? [];
  try {
    const spki = bytesOf(text.replaceAll(/\s/g, ''));
    if (spki.length !== SPKI_BYTES) throw new Error('another length');
    const key = await crypto.subtle.importKey('spki', spki, 'Ed25519', true, ['verify']);
    const bytes = new Uint8Array((await crypto.subtle.exportKey('raw', key)) as ArrayBuffer);
    return { key_id: await keyIdOf(bytes), public_key: toBase64Url(bytes) };
  } catch {
    const detail = 'is no public key of Ed25519: write it with "openssl pkey -in key.pem -pubout"';
    throw new ProblemError('invalid-body', '', [{ pointer: '/public_key', detail }]);
  }
}
