import { createMiddleware } from 'hono/factory';
import { equalHash, sha256Hex } from '../base/crypto.ts';
import type { AppEnv, Env } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';
import { sourceOf } from '../intake/source.ts';

/** Lets only requests with the moderators' token pass; 404 where no token is configured. */
export const moderatorsOnly = createMiddleware<AppEnv>(async (c, next) => {
  const expected = c.env.ADMIN_TOKEN_SHA256 ?? '';
  if (!/^[0-9a-f]{64}$/.test(expected)) throw new ProblemError('not-found', 'Moderation is off.');
  const token = /^Bearer (\S{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1];
  if (token === undefined) throw new ProblemError('unauthorized', '', [], { 'www-authenticate': 'Bearer' });
  // Whoever has the token is let in, whatever a neighbour guesses; a guess costs no row.
  if (equalHash(await sha256Hex(token), expected)) return next();
  await refuseGuesses(c.env, c.req.raw);
  throw new ProblemError('forbidden');
});

async function refuseGuesses({ BURST, BURST_SHIELD, DB }: Env, request: Request): Promise<void> {
  if (!BURST || BURST_SHIELD === 'off') return;
  const { success } = await BURST.limit({ key: `token/${await sourceOf(DB, request, Date.now())}` });
  if (!success) throw new ProblemError('too-many', 'Too many wrong tokens.', [], { 'retry-after': '60' });
}
