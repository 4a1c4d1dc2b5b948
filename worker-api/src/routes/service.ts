import { Hono } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { isProblemKind, ProblemError, PROBLEMS } from '../base/problem.ts';
import { CACHE } from '../middleware/headers.ts';
import { openApiDocument } from '../openapi/document.ts';
import { selectBacklog } from '../store/dirty.ts';

/** A change is on its boards by then, or the refresh does not work. */
const MAX_BACKLOG_MS = 60_000;
const RETRY_AFTER = { 'retry-after': '10' };

export const service = new Hono<AppEnv>()
  .get('/healthz', (c) => c.json({ ok: true }))

  .get('/readyz', async (c) => {
    const { oldest_ms, set_aside } = await selectBacklog(c.env.DB);
    const waitedMs = oldest_ms === null ? 0 : Date.now() - oldest_ms;
    if (waitedMs > MAX_BACKLOG_MS)
      throw new ProblemError('behind', `For ${Math.round(waitedMs / 1e3)} s.`, [], RETRY_AFTER);
    return c.json({ ok: true, set_aside });
  })

  .get('/problems/:kind', (c) => {
    const kind = c.req.param('kind');
    if (!isProblemKind(kind)) throw new ProblemError('not-found', 'There is no such kind of problem.');
    const [status, title] = PROBLEMS[kind];
    return c.json({ type: `/api/v1/problems/${kind}`, status, title }, 200, { 'cache-control': CACHE.document });
  })

  .get('/openapi.json', (c) => c.json(openApiDocument(), 200, { 'cache-control': CACHE.document }));
