import type { Context, ErrorHandler, Hono, NotFoundHandler } from 'hono';
import type { AppEnv } from '../env.ts';
import { ProblemError } from '../problem.ts';

/** D1 says so when it cannot take the request now; what was asked for has not happened. */
const BUSY = /overloaded|timeout|timed out|reset because|network connection lost|storage caused object to be reset/i;

export const answerProblem: ErrorHandler<AppEnv> = (error) => {
  if (error instanceof ProblemError) return error.response();
  console.error(JSON.stringify({ at: 'request', name: error.name, message: error.message }));
  if (BUSY.test(error.message))
    return new ProblemError('unavailable', 'Try again in a moment.', [], { 'retry-after': '2' }).response();
  return new ProblemError('internal').response();
};

const METHODS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

/** 405 with Allow where the address exists under another method, else 404. */
export function notFoundOrNotAllowed(app: Hono<AppEnv, never, string>): NotFoundHandler<AppEnv> {
  return (c: Context<AppEnv>) => {
    const allowed = METHODS.filter((method) => app.router.match(method, c.req.path)[0].length > 0);
    if (allowed.length === 0) return new ProblemError('not-found', `There is nothing at ${c.req.path}.`).response();
    const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    return new ProblemError('method-not-allowed', `${c.req.method} is not allowed here.`, [], { allow }).response();
  };
}
