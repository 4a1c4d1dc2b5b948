import { Hono } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { isProblemKind, ProblemError, PROBLEMS } from '../base/problem.ts';
import { CACHE } from '../middleware/index.ts';
import { openApiDocument, operationsOf } from '../openapi/document.ts';
import { DATABASE, describeRoute, parameter, TEXT } from '../openapi/operation.ts';
import { countStale } from '../store/cohorts.ts';
import { fullProblem, hasRoom, readEachTable } from '../store/storage.ts';

const GET_DOCUMENT = describeRoute({
  id: 'getDocument',
  tag: 'service',
  summary: 'This document.',
  answers: { 200: 'called' },
  problems: [],
});

/** The description of all routes of an app, made when it is first asked for. */
export function documentOf(app: Hono<AppEnv>) {
  let document: object | undefined;
  return new Hono<AppEnv>().get('/openapi.json', GET_DOCUMENT, (c) => {
    document ??= openApiDocument(operationsOf(app));
    return c.json(document, 200, CACHE.document);
  });
}

const GET_HEALTH = describeRoute({
  id: 'getHealth',
  tag: 'service',
  summary: 'Whether the service does its work: the tables can be read, and there is room to write.',
  answers: { 200: 'Health' },
  problems: [...DATABASE, 'full'],
});

const GET_READINESS = describeRoute({
  id: 'getReadiness',
  tag: 'service',
  summary: 'Whether the database answers, and how many cohorts wait to be counted again.',
  answers: { 200: 'Readiness' },
  problems: DATABASE,
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
  .get('/healthz', GET_HEALTH, async (c) => {
    if (!hasRoom(c.env)) throw fullProblem();
    await readEachTable(c.env.DB);
    return c.json({ ok: true });
  })

  .get('/readyz', GET_READINESS, async (c) => c.json({ ok: true, waiting: await countStale(c.env.DB) }))

  .get('/problems/:kind', GET_PROBLEM, (c) => {
    const kind = c.req.param('kind');
    if (!isProblemKind(kind)) throw new ProblemError('not-found', 'There is no such kind of problem.');
    const [status, title] = PROBLEMS[kind];
    return c.json({ type: `/api/v1/problems/${kind}`, status, title }, 200, CACHE.document);
  });
