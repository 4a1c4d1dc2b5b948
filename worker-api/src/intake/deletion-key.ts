import { shortHash, toBase64Url } from '../base/crypto.ts';
import { ProblemError } from '../base/problem.ts';

const HASH_BYTES = 32;

/** The hash of a deletion key as rows have it, from the one in hex that a client sends. */
export function storedHashOf(sha256Hex: string): string {
  return toBase64Url(Uint8Array.fromHex(sha256Hex));
}

/** The hash of the key that a request has in its header; throws 401 where it has none. */
export async function readKeyHash(request: Request, wanted: string): Promise<string> {
  const key = /^Bearer ([\w-]{43})$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (key !== undefined) return shortHash(key, HASH_BYTES);
  throw new ProblemError('unauthorized', `Send ${wanted}.`, [], { 'www-authenticate': 'Bearer' });
}
