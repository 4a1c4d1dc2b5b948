import { createMiddleware } from 'hono/factory';
import { equalHash, sha256Hex } from '../base/crypto.ts';
import type { AppEnv, Env } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';
import { sourceOf } from '../intake/source.ts';
import { isQuotaError } from '../store/errors.ts';
import { countAgainstQuota, selectUsed } from '../store/quota.ts';

/** Wrong tokens that a source may send per minute. After that even the right one is refused, so that guesses learn nothing. */
const WRONG_TOKENS_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

/** Lets only requests with the moderators' token pass; 404 where no token is configured. */
export const moderatorsOnly = createMiddleware<AppEnv>(async (c, next) => {
  const expected = c.env.ADMIN_TOKEN_SHA256 ?? '';
  if (!/^[0-9a-f]{64}$/.test(expected)) throw new ProblemError('not-found', 'Moderation is off.');
  const token = /^Bearer (\S{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1];
  if (token === undefined) throw new ProblemError('unauthorized', '', [], { 'www-authenticate': 'Bearer' });
  const isRight = equalHash(await sha256Hex(token), expected);
  await refuseGuesses(c.env, c.req.raw, isRight, Date.now());
  if (!isRight) throw new ProblemError('forbidden');
  await next();
});

async function refuseGuesses({ DB }: Env, request: Request, isRight: boolean, nowMs: number): Promise<void> {
  const guesses = `token/${await sourceOf(DB, request, nowMs)}/${Math.floor(nowMs / MINUTE_MS)}`;
  try {
    if (!isRight) await countAgainstQuota(DB, guesses, WRONG_TOKENS_PER_MINUTE, nowMs).run();
    else if ((await selectUsed(DB, guesses, nowMs)) >= WRONG_TOKENS_PER_MINUTE) throw tooManyGuesses();
  } catch (error) {
    throw isQuotaError(error) ? tooManyGuesses() : error;
  }
}

function tooManyGuesses(): ProblemError {
  return new ProblemError('too-many', 'Too many wrong tokens.', [], { 'retry-after': '60' });
}
