import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../base/env.ts';

/** How long an answer may be kept, by what it is. A later deletion reaches every reader within the longest of them. */
export const CACHE = {
  /** Changes with the next upload. Browsers ask each time; what stands between may answer for five seconds. */
  live: 'public, max-age=0, s-maxage=5, stale-while-revalidate=30',
  /** A run and its pictures: never changes, but may be deleted. */
  run: 'public, max-age=60, stale-while-revalidate=600',
  /** The description of the service. */
  document: 'public, max-age=3600, stale-while-revalidate=86400',
  never: 'no-store',
} as const;

/** What every answer carries; a route's own headers stay. */
export const commonHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const headers = c.res.headers;
  const preset = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  preset('cache-control', CACHE.never);
  preset('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  preset('x-content-type-options', 'nosniff');
  preset('referrer-policy', 'no-referrer');
  preset('cross-origin-resource-policy', 'cross-origin');
  // Public reading for any page, and nothing else: no credentials, no methods that change anything.
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (isRead && !c.req.path.startsWith('/api/v1/admin/')) {
    headers.set('access-control-allow-origin', '*');
    headers.set('access-control-expose-headers', 'ETag, Link');
  }
});
