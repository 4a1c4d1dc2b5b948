import { Hono } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { isProblemKind, ProblemError, PROBLEMS } from '../base/problem.ts';
import { CACHE } from '../middleware/headers.ts';
import { openApiDocument } from '../openapi/document.ts';
import { selectGenerations } from '../store/meta.ts';

export const service = new Hono<AppEnv>()
  .get('/healthz', (c) => c.json({ ok: true }))

  .get('/readyz', async (c) => {
    await selectGenerations(c.env.DB);
    return c.json({ ok: true });
  })

  .get('/problems/:kind', (c) => {
    const kind = c.req.param('kind');
    if (!isProblemKind(kind)) throw new ProblemError('not-found', 'There is no such kind of problem.');
    const [status, title] = PROBLEMS[kind];
    return c.json({ type: `/api/v1/problems/${kind}`, status, title }, 200, { 'cache-control': CACHE.document });
  })

  .get('/openapi.json', (c) => c.json(openApiDocument(), 200, { 'cache-control': CACHE.document }));
