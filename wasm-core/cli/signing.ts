import { keyIdOf } from '@opfsmark/schema/api';
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { reasonOf } from '../ts/node/folder-problem.ts';

/** A private key that signs results, and by which id a service knows it. */
export interface SigningKey {
  readonly id: string;
  readonly sign: (bytes: Uint8Array) => Promise<Uint8Array>;
}

const HOW = 'Make one with: openssl genpkey -algorithm ed25519 -out key.pem';

/** Reads a key for `publish --key`; a sentence where the file holds none. */
export async function readSigningKey(path: string): Promise<SigningKey | string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return `${path} cannot be read: ${reasonOf(error)}.`;
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    return `${path} holds no private key without a password, in PEM. ${HOW}`;
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    return `${path} holds a key of ${key.asymmetricKeyType ?? 'another kind'}, not of Ed25519. ${HOW}`;
  }
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const id = await keyIdOf(Uint8Array.from(Buffer.from(x, 'base64url')));
  return { id, sign: (bytes) => Promise.resolve(Uint8Array.from(sign(null, bytes, key))) };
}
