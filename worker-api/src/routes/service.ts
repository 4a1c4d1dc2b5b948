import { Hono } from 'hono';
import { openApiDocument } from '../openapi.ts';
import type { AppEnv } from '../env.ts';

export const service = new Hono<AppEnv>()
  .get('/healthz', (c) => c.json({ ok: true }))
  .get('/openapi.json', (c) => c.json(openApiDocument()));
