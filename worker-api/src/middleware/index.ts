import type { Context, ErrorHandler, Hono, NotFoundHandler } from 'hono';
import { etag } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { respelledPath } from '@opfsmark/schema/api';
import { equalHash, sha256Hex } from '../base/crypto.ts';
import type { AppEnv, Db, Env } from '../base/env.ts';
import { logError, ProblemError, unavailableProblem } from '../base/problem.ts';
import { sourceOf } from '../intake/source.ts';
import { isFullError, isLostRace, isStatementError, isTransientError } from '../store/errors.ts';
import { fullProblem } from '../store/storage.ts';

const cache = (control: string) => ({ 'cache-control': control });

/** The header that says how long an answer may be cached, by what it is. */
export const CACHE = {
  /** Changes with the next upload. Every cache asks each time, and a 304 answers where nothing has changed. */
  live: cache('public, no-cache'),
  /** A run and its pictures: they never change, but may be deleted, and then no cache may answer for them. */
  run: cache('public, no-cache'),
  /** The description of the service. */
  document: cache('public, max-age=3600, stale-while-revalidate=86400'),
  never: cache('no-store'),
};

/** Of every answer. A route's own headers win. */
const COMMON_HEADERS = {
  ...CACHE.never,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
};

const commonHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const headers = c.res.headers;
  for (const [name, value] of Object.entries(COMMON_HEADERS)) if (!headers.has(name)) headers.set(name, value);
  // Any page may read what is public: without credentials, and without methods that change anything.
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (isRead && !c.req.path.startsWith('/api/v1/admin/')) {
    headers.set('access-control-allow-origin', '*');
    headers.set('access-control-expose-headers', 'ETag, Link');
  }
});

const addEtag = etag();
const nothing = () => Promise.resolve();

/** An export says in its `Link` alone that there is a next page: with another one it is another answer, though its body is the same. */
function etagWith(link: string): typeof addEtag {
  const linkBytes = new TextEncoder().encode(link);
  return etag({
    generateDigest: (body) => {
      const bytes = new Uint8Array(body.length + linkBytes.length);
      bytes.set(body);
      bytes.set(linkBytes, body.length);
      return crypto.subtle.digest('SHA-1', bytes);
    },
  });
}

/** An ETag where a route says how long its answer may be kept: to hash the others costs more than a small answer. */
const etags = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers } = c.res;
  const link = headers.get('link');
  if (headers.has('cache-control')) await (link === null ? addEtag : etagWith(link))(c, nothing);
});

interface Meter {
  rowsRead: number;
  rowsWritten: number;
  calls: number;
}

/** For measurements only: reports in Server-Timing what D1 counted for this request until it was answered. */
const metering = createMiddleware<AppEnv>(async (c, next) => {
  if (c.env.METER_D1 !== '1') return next();
  const meter: Meter = { rowsRead: 0, rowsWritten: 0, calls: 0 };
  c.env = { ...c.env, DB: meteredDatabase(c.env.DB, meter) };
  await next();
  const { rowsRead, rowsWritten, calls } = meter;
  c.res.headers.set(
    'server-timing',
    `rows-read;dur=${rowsRead}, rows-written;dur=${rowsWritten}, d1-calls;dur=${calls}`,
  );
});

/** Adds what D1 counted for one result. */
function addTo<T>(meter: Meter, result: D1Result<T>): D1Result<T> {
  meter.rowsRead += result.meta.rows_read;
  meter.rowsWritten += result.meta.rows_written;
  return result;
}

/** The same database, counting. Each wrapped statement remembers the real one, because a batch needs that. */
function meteredDatabase(db: D1Database, meter: Meter): D1Database {
  const realStatements = new WeakMap<object, D1PreparedStatement>();

  const meteredStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const run = async <T>() => {
      meter.calls++;
      return addTo(meter, await statement.all<T>());
    };
    const proxy = new Proxy(statement, {
      get(_, name) {
        if (name === 'bind') return (...values: unknown[]) => meteredStatement(statement.bind(...values));
        if (name === 'all' || name === 'run') return run;
        if (name === 'first') {
          return async (column?: string) => {
            const row = (await run<Record<string, unknown>>()).results[0];
            return row === undefined ? null : column === undefined ? row : row[column];
          };
        }
        return undefined;
      },
    });
    realStatements.set(proxy, statement);
    return proxy;
  };

  const meteredDb = <T extends Db>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        if (name === 'prepare') return (sql: string) => meteredStatement(target.prepare(sql));
        if (name === 'batch') {
          return async (statements: D1PreparedStatement[]) => {
            meter.calls++;
            const results = await target.batch(
              statements.map((statement) => realStatements.get(statement) ?? statement),
            );
            return results.map((result) => addTo(meter, result));
          };
        }
        if (name === 'withSession') return (bookmark: string) => meteredDb(db.withSession(bookmark));
        if (name === 'getBookmark') return () => (target as D1DatabaseSession).getBookmark();
        return undefined;
      },
    });
  return meteredDb(db);
}

const PERIOD_S = 10;
const CHANGING = new Set(['PUT', 'POST', 'DELETE']);

/**
 * Refuses floods before they cost anything. The daily quota of a source is counted in the database. Moderators are let in by their
 * token, before which a guess costs nothing either.
 */
const burstShield = createMiddleware<AppEnv>(async (c, next) => {
  const { BURST, BURST_SHIELD, DB } = c.env;
  const isShielded = CHANGING.has(c.req.method) && !c.req.path.startsWith('/api/v1/admin/');
  if (BURST && BURST_SHIELD !== 'off' && isShielded) {
    const { success } = await BURST.limit({ key: await sourceOf(DB, c.req.raw, Date.now()) });
    if (!success) throw new ProblemError('too-many', 'Too many at once.', [], { 'retry-after': `${PERIOD_S}` });
  }
  await next();
});

/** Whose tokens are known: 'name=<SHA-256 in hex>', or the hash alone for the one that all have. */
function moderatorsOf(text: string): { readonly name: string; readonly hash: string }[] {
  const matches = text.matchAll(/(?<!\S)(?:([\w.@-]{1,40})=)?([0-9a-f]{64})(?!\S)/g);
  return [...matches].map(([, name = 'moderator', hash = '']) => ({ name, hash }));
}

/** Lets only requests with a moderator's token pass; 404 where no token is configured. */
export const moderatorsOnly = createMiddleware<AppEnv>(async (c, next) => {
  const moderators = moderatorsOf(c.env.ADMIN_TOKEN_SHA256 ?? '');
  if (moderators.length === 0) throw new ProblemError('not-found', 'Moderation is off.');
  const token = /^Bearer (\S{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1];
  if (token === undefined) throw new ProblemError('unauthorized', '', [], { 'www-authenticate': 'Bearer' });
  // Whoever has the token is let in, whatever a neighbour guesses; a guess costs no row.
  const hash = await sha256Hex(token);
  const moderator = moderators.find((one) => equalHash(hash, one.hash));
  if (moderator) {
    c.env = { ...c.env, MODERATOR: moderator.name };
    return next();
  }
  await refuseGuesses(c.env, c.req.raw);
  throw new ProblemError('forbidden');
});

async function refuseGuesses({ BURST, BURST_SHIELD, DB }: Env, request: Request): Promise<void> {
  if (!BURST || BURST_SHIELD === 'off') return;
  const { success } = await BURST.limit({ key: `token/${await sourceOf(DB, request, Date.now())}` });
  if (!success) throw new ProblemError('too-many', 'Too many wrong tokens.', [], { 'retry-after': '60' });
}

/** Sends whoever spells an id or a name otherwise to its one address: method and body stay the same. */
const oneSpelling = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const path = respelledPath(pathname);
  if (path !== null) return c.redirect(`${path}${search}`, 308);
  return next();
});

/** Answers every error as a problem document. Only an error that may be gone in a moment is a 503; the rest are ours. */
const answerProblem: ErrorHandler<AppEnv> = (error, c) => {
  if (error instanceof ProblemError) return error.toResponse();
  const problem = problemOf(error);
  // Not the address itself, which for a group is its secret.
  logError('request', error, { problem: problem.kind, method: c.req.method, route: routePath(c, -1) });
  return problem.toResponse();
};

function problemOf(error: Error): ProblemError {
  // Losing a race many times in a row means too much traffic for one cohort, not a bug.
  if (isTransientError(error) || isLostRace(error)) return unavailableProblem();
  if (isFullError(error)) return fullProblem();
  return new ProblemError(isStatementError(error) ? 'database-error' : 'internal');
}

const METHODS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

/** Answers OPTIONS with an address's methods, other unknown methods with 405, and unknown addresses with 404. */
function notFoundOrNotAllowed(app: Hono<AppEnv>): NotFoundHandler<AppEnv> {
  return (c: Context<AppEnv>) => {
    const allowedMethods = METHODS.filter((method) =>
      app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method),
    );
    if (allowedMethods.length === 0)
      return new ProblemError('not-found', `There is nothing at ${c.req.path}.`).toResponse();
    const methods = allowedMethods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const allow = [...methods, 'OPTIONS'].join(', ');
    if (c.req.method !== 'OPTIONS') {
      const detail = `${c.req.method} is not allowed here.`;
      return new ProblemError('method-not-allowed', detail, [], { allow }).toResponse();
    }
    const isPublic = allowedMethods.includes('GET') && !c.req.path.startsWith('/api/v1/admin/');
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

/** What every request goes through, before any route of `app`, and what is answered where none fits or one fails. */
export function surround(app: Hono<AppEnv>): void {
  app.use(commonHeaders, metering, burstShield, oneSpelling, etags);
  app.onError(answerProblem);
  app.notFound(notFoundOrNotAllowed(app));
}
