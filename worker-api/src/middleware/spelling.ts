import { respelledPath } from '@opfsmark/schema/api';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../base/env.ts';

/** Sends whoever spells an id or a name otherwise to its one address: method and body stay the same. */
export const oneSpelling = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const path = respelledPath(pathname);
  if (path !== null) return c.redirect(`${path}${search}`, 308);
  return next();
});
