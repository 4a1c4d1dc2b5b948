import type { Context, ErrorHandler, Hono, NotFoundHandler } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { ProblemError } from '../base/problem.ts';

/** D1 says so when it cannot take the request now; what was asked for has not happened, or can be asked for again. */
const BUSY = /D1_ERROR|overloaded|timeout|timed out|reset|network connection lost|rig_vote\.version/i;

export const answerProblem: ErrorHandler<AppEnv> = (error) => {
  if (error instanceof ProblemError) return error.response();
  const isBusy = BUSY.test(error.message);
  console.error(JSON.stringify({ at: 'request', name: error.name, message: error.message, isBusy }));
  if (!isBusy) return new ProblemError('internal').response();
  return new ProblemError('unavailable', 'Try again in a moment.', [], { 'retry-after': '2' }).response();
};

const METHODS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

/** OPTIONS says what an address knows, 405 says it to whoever asked for more; 404 where nothing is. */
export function notFoundOrNotAllowed(app: Hono<AppEnv>): NotFoundHandler<AppEnv> {
  return (c: Context<AppEnv>) => {
    const allowed = METHODS.filter((method) =>
      app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
    );
    if (allowed.length === 0) return new ProblemError('not-found', `There is nothing at ${c.req.path}.`).response();
    const allow = [...allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
      ', ',
    );
    if (c.req.method !== 'OPTIONS') {
      return new ProblemError('method-not-allowed', `${c.req.method} is not allowed here.`, [], { allow }).response();
    }
    const isPublic = allowed.includes('GET') && !c.req.path.startsWith('/api/v1/admin/');
    return new Response(null, {
      status: 204,
      headers: {
        allow,
        ...(isPublic
          ? {
              'access-control-allow-origin': '*',
              'access-control-allow-methods': 'GET, HEAD',
              'access-control-allow-headers': 'If-None-Match',
              'access-control-max-age': '86400',
            }
          : {}),
      },
    });
  };
}
