import { Hono } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { CACHE } from '../middleware/headers.ts';
import { openApiDocument } from '../openapi/document.ts';
import { describeRoute } from '../openapi/operation.ts';
import { operationsOf } from '../openapi/operations.ts';

const GET_DOCUMENT = describeRoute({
  id: 'getDocument',
  tag: 'service',
  summary: 'This document.',
  answers: { 200: 'json' },
  problems: [],
});

/** The description of all routes of an app, made when it is first asked for. */
export function documentOf(app: Hono<AppEnv>) {
  let document: object | undefined;
  return new Hono<AppEnv>().get('/openapi.json', GET_DOCUMENT, (c) => {
    document ??= openApiDocument(operationsOf(app));
    return c.json(document, 200, { 'cache-control': CACHE.document });
  });
}
