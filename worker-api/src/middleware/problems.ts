import type { Context, ErrorHandler, Hono, NotFoundHandler } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { logError } from '../base/log.ts';
import { ProblemError } from '../base/problem.ts';
import { isLostRace, isStatementError, isTransientError } from '../store/errors.ts';

const RETRY_AFTER = { 'retry-after': '2' };

/** Answers every error as a problem document. Only an error that may be gone in a moment is a 503; the rest are ours. */
export const answerProblem: ErrorHandler<AppEnv> = (error, c) => {
  if (error instanceof ProblemError) return error.toResponse();
  const problem = problemOf(error);
  logError('request', error, { problem: problem.kind, method: c.req.method, path: c.req.path });
  return problem.toResponse();
};

function problemOf(error: Error): ProblemError {
  // Losing a race many times in a row means too much traffic for one machine's votes, not a bug.
  if (isTransientError(error) || isLostRace(error)) {
    return new ProblemError('unavailable', 'Try again in a moment.', [], RETRY_AFTER);
  }
  return new ProblemError(isStatementError(error) ? 'database-error' : 'internal');
}

const METHODS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

/** Answers OPTIONS with an address's methods, other unknown methods with 405, and unknown addresses with 404. */
export function notFoundOrNotAllowed(app: Hono<AppEnv>): NotFoundHandler<AppEnv> {
  return (c: Context<AppEnv>) => {
    const allowed = METHODS.filter((method) =>
      app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
    );
    if (allowed.length === 0) return new ProblemError('not-found', `There is nothing at ${c.req.path}.`).toResponse();
    const methods = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const allow = [...methods, 'OPTIONS'].join(', ');
    if (c.req.method !== 'OPTIONS') {
      const detail = `${c.req.method} is not allowed here.`;
      return new ProblemError('method-not-allowed', detail, [], { allow }).toResponse();
    }
    const isPublic = allowed.includes('GET') && !c.req.path.startsWith('/api/v1/admin/');
    return new Response(null, { status: 204, headers: { allow, ...(isPublic ? PREFLIGHT : {}) } });
  };
}

/** Any page may read. */
const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'If-None-Match',
  'access-control-max-age': '86400',
};
