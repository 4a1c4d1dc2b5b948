import { RunId, timeOfRunId } from '@opfsmark/schema/documents';
import { fromHex, shortHash, toBase64Url } from '../base/crypto.ts';
import { DAY_MS } from '../base/days.ts';
import { invalidParameter, ProblemError } from '../base/problem.ts';

/** So much of a key's SHA-256 is kept: nobody finds another key with the same 128 bits. */
const HASH_BYTES = 16;

/** The hash of a deletion key as rows have it, from the one in hex that a client sends. */
export function storedHashOf(sha256Hex: string): string {
  return toBase64Url(fromHex(sha256Hex).slice(0, HASH_BYTES));
}

/** The hash of the key that a request has in its header; throws 401 where it has none. */
export async function readKeyHash(request: Request, keyName: string): Promise<string> {
  const key = /^Bearer ([\w-]{43})$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (key !== undefined) return shortHash(key, HASH_BYTES);
  throw new ProblemError('unauthorized', `Send ${keyName}.`, [], { 'www-authenticate': 'Bearer' });
}

/** The text where it is a run's id; throws 404 for any other text. */
export function checkRunId(text: string): string {
  if (RunId.safeParse(text).success) return text;
  throw new ProblemError('not-found', 'A run id is 16 characters of 0-9 and A-Z without I, L, O and U.');
}

/** A clock may be a day ahead, not years. */
export const MAX_AHEAD_MS = DAY_MS;

/** The id under which a run may be published; throws 400 where its time is still to come. */
export function checkNewRunId(text: string, nowMs: number): string {
  const runId = checkRunId(text);
  if (timeOfRunId(runId) <= nowMs + MAX_AHEAD_MS) return runId;
  throw invalidParameter('run_id', 'begins with a time that is still to come');
}
