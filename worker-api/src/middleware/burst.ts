import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';
import { sourceOf } from '../intake/source.ts';

const PERIOD_S = 10;
const CHANGING = new Set(['PUT', 'POST', 'DELETE']);

/** Refuses floods before they cost anything. The daily quota of a source is counted in the database. */
export const burstShield = createMiddleware<AppEnv>(async (c, next) => {
  const { BURST, BURST_SHIELD, DB } = c.env;
  if (BURST && BURST_SHIELD !== 'off' && CHANGING.has(c.req.method)) {
    const { success } = await BURST.limit({ key: await sourceOf(DB, c.req.raw, Date.now()) });
    if (!success) throw new ProblemError('too-many', 'Too many at once.', [], { 'retry-after': `${PERIOD_S}` });
  }
  await next();
});
