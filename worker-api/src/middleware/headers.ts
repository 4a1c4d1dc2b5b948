import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../base/env.ts';

/** How long an answer may be cached, by what it is. */
export const CACHE = {
  /** Changes with the next upload. Every cache asks each time, and a 304 answers where nothing has changed. */
  live: 'public, no-cache',
  /** A run and its pictures: they never change, but may be deleted, and then no cache may answer for them. */
  run: 'public, no-cache',
  /** The description of the service. */
  document: 'public, max-age=3600, stale-while-revalidate=86400',
  never: 'no-store',
} as const;

/** Headers of every answer. A route's own headers win. */
export const commonHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const headers = c.res.headers;
  const setUnlessPresent = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  setUnlessPresent('cache-control', CACHE.never);
  setUnlessPresent('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  setUnlessPresent('x-content-type-options', 'nosniff');
  setUnlessPresent('referrer-policy', 'no-referrer');
  setUnlessPresent('cross-origin-resource-policy', 'cross-origin');
  // Any page may read what is public: without credentials, and without methods that change anything.
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (isRead && !c.req.path.startsWith('/api/v1/admin/')) {
    headers.set('access-control-allow-origin', '*');
    headers.set('access-control-expose-headers', 'ETag, Link');
  }
});
