import { createMiddleware } from 'hono/factory';
import { equalHex, sha256Hex } from '../base/crypto.ts';
import type { AppEnv } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';

/** Lets only requests with the moderators' token pass; 404 where no token is configured. */
export const moderatorsOnly = createMiddleware<AppEnv>(async (c, next) => {
  const expected = c.env.ADMIN_TOKEN_SHA256 ?? '';
  if (!/^[0-9a-f]{64}$/.test(expected)) throw new ProblemError('not-found', 'Moderation is off.');
  const token = /^Bearer (\S{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1];
  if (token === undefined) throw new ProblemError('unauthorized', '', [], { 'www-authenticate': 'Bearer' });
  if (!equalHex(await sha256Hex(token), expected)) throw new ProblemError('forbidden');
  await next();
});
