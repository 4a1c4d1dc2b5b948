import { Hono } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { isProblemKind, ProblemError, PROBLEMS } from '../base/problem.ts';
import { CACHE } from '../middleware/headers.ts';
import { DATABASE, TEXT, describeRoute, parameter } from '../openapi/operation.ts';
import { selectBacklog } from '../store/dirty.ts';

/** A change is on its boards by then, or the refresh does not work. */
const MAX_BACKLOG_MS = 60_000;
const RETRY_AFTER = { 'retry-after': '10' };

const GET_HEALTH = describeRoute({
  id: 'getHealth',
  tag: 'service',
  summary: 'Whether the service runs.',
  answers: { 200: 'Health' },
  problems: [],
});

const GET_READINESS = describeRoute({
  id: 'getReadiness',
  tag: 'service',
  summary:
    'Whether the database answers and no change has waited for its boards for over a minute; `set_aside` keys are tried again by themselves.',
  answers: { 200: 'Readiness' },
  problems: ['behind', ...DATABASE],
});

const GET_PROBLEM = describeRoute({
  id: 'getProblem',
  tag: 'service',
  summary: 'What a problem type means.',
  parameters: [parameter('path', 'kind', TEXT)],
  answers: { 200: 'ProblemKind' },
  problems: ['not-found'],
});

export const service = new Hono<AppEnv>()
  .get('/healthz', GET_HEALTH, (c) => c.json({ ok: true }))

  .get('/readyz', GET_READINESS, async (c) => {
    const { oldest_ms, set_aside } = await selectBacklog(c.env.DB);
    const waitedMs = oldest_ms === null ? 0 : Date.now() - oldest_ms;
    if (waitedMs > MAX_BACKLOG_MS)
      throw new ProblemError('behind', `For ${Math.round(waitedMs / 1e3)} s.`, [], RETRY_AFTER);
    return c.json({ ok: true, set_aside });
  })

  .get('/problems/:kind', GET_PROBLEM, (c) => {
    const kind = c.req.param('kind');
    if (!isProblemKind(kind)) throw new ProblemError('not-found', 'There is no such kind of problem.');
    const [status, title] = PROBLEMS[kind];
    return c.json({ type: `/api/v1/problems/${kind}`, status, title }, 200, { 'cache-control': CACHE.document });
  });
