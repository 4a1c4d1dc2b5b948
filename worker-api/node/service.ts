/** The results service in this process: the Worker's own code, with its database and its buckets in one folder. */
import './assets.ts';
import type { Env } from '../src/base/env.ts';
import { ProblemError, unavailableProblem } from '../src/base/problem.ts';
import { BOOKMARK } from '@opfsmark/schema/api';
import { bucketOf } from './bucket.ts';
import { d1Of } from './database.ts';
import { AtOnce, MemoryCache, Once, Places, rateLimitOf, WorkAfterAnswers } from './platform.ts';
import type { State } from './state.ts';
import { addressOf, networkOf } from '../src/intake/source.ts';
import { readFileSync } from 'node:fs';
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser';

/** The part of wrangler.jsonc that a service outside of Cloudflare takes. */
interface ServiceConfig {
  readonly vars: Readonly<Record<string, string>>;
  readonly burst: { readonly limit: number; readonly period: number };
  /** When the timers come: every minute, and every hour. */
  readonly crons: readonly string[];
}

interface WranglerConfig {
  readonly vars: Readonly<Record<string, string>>;
  readonly ratelimits: readonly { readonly simple: { readonly limit: number; readonly period: number } }[];
  readonly triggers: { readonly crons: readonly string[] };
}

export function readServiceConfig(path: string): ServiceConfig {
  const errors: ParseError[] = [];
  const config = parse(readFileSync(path, 'utf8'), errors, { allowTrailingComma: true }) as WranglerConfig;
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${printParseErrorCode(error.error)}`);
  const [ratelimit] = config.ratelimits;
  if (ratelimit === undefined) throw new Error(`${path} has no rate limit`);
  return { vars: config.vars, burst: ratelimit.simple, crons: config.triggers.crons };
}
export { networkOf } from '../src/intake/source.ts';
export { Places } from './platform.ts';
export { readMigrations, UnknownStateError } from './migrations.ts';
export {
  backUp,
  BrokenStateError,
  countResults,
  filesOfState,
  hasState,
  makeFolder,
  openState,
  StateInUseError,
} from './state.ts';

/** For rendered pictures, and for pages. */
const CACHE_BYTES = 6 * 2 ** 20;
const MINUTE_MS = 60_000;

const pages = new MemoryCache(CACHE_BYTES);
const answers = new MemoryCache(CACHE_BYTES);
/** Pictures are kept in it, too: the Worker's code knows it by this name. */
Object.assign(globalThis, { caches: { default: pages } });

/** Answers that depend on the database alone, and on the address that is asked. Health is asked anew each time. */
const KEPT = /^\/(?:api\/v1\/(?:runs|boards|checkups|devices|drives|filesystems|stats|openapi\.json)|badge|og)(?:\/|$)/;
/** An answer that depends on the moment, too, is at most this old. */
const KEPT_MS = 60_000;

function isKept({ method, headers }: Request, { pathname }: URL): boolean {
  const isOfAnybody = !headers.has('authorization') && !headers.has(BOOKMARK);
  return method === 'GET' && isOfAnybody && KEPT.test(pathname);
}

/** As the service answers who has it already. */
function notModified(request: Request, { headers }: Response): Response | null {
  const etag = headers.get('etag');
  if (etag === null || request.headers.get('if-none-match')?.includes(etag) !== true) return null;
  const kept = [...headers].filter(([name]) => name !== 'content-type' && name !== 'content-length');
  return new Response(null, { status: 304, headers: kept });
}

/** Each waits in memory, and the largest takes some megabytes of it. They are done in ten seconds. */
const UPLOADS_WAITING = 200;
/**
 * Requests with a body that a network (a /24, or a /48) may have open: each holds in memory what has come of it, inflated, and whoever
 * sends slowly has a minute for it.
 */
const OPEN_PER_NETWORK = 200;

export interface Service {
  readonly fetch: (request: Request) => Promise<Response>;
  /** For the site's pages, and the name of what the database holds now. */
  readonly kept: Pick<MemoryCache, 'match' | 'put'> & { readonly state: () => string };
  /** Of the requests: `waitUntil`. */
  readonly context: WorkAfterAnswers['context'];
  readonly close: () => Promise<void>;
}

/** Serves a state until it is closed, which waits for what goes on after answers. */
export async function startService(state: State, { vars, burst, crons }: ServiceConfig): Promise<Service> {
  const { default: worker } = await import('../src/index.ts');
  // Of several uploads that are alike and meet, each would be compared with the others anew. Whoever sends slowly keeps nobody waiting,
  // because a body is there before its turn comes.
  const uploads = new Places(1, {
    most: UPLOADS_WAITING,
    refusal: () => unavailableProblem('Very many results are being published at the moment.'),
  });
  const env: Env = {
    ...(vars as unknown as Env),
    DB: d1Of(state.database),
    DOCUMENTS: bucketOf(state.objects, 'documents'),
    SNAPSHOTS: bucketOf(state.objects, 'snapshots'),
    BURST: rateLimitOf(burst),
    FREE_BYTES: state.freeBytes,
    IN_TURN: (request, work) => uploads.take(networkOf(addressOf(request)), work),
  };
  const work = new WorkAfterAnswers();
  const once = new Once();
  const version = () => env.DB.withSession('first-primary').getBookmark() ?? '';
  const ask = async (request: Request) => worker.fetch(request, env, work.context);
  const open = new AtOnce(OPEN_PER_NETWORK);
  const askAmongOthers = async (request: Request) => {
    const answer = await open.take(networkOf(addressOf(request), 48), () => ask(request));
    return answer ?? new ProblemError('too-many', 'Too many at once.', [], { 'retry-after': '10' }).toResponse();
  };
  const timers = crons.map((cron) => {
    const [minutes] = cron.split(' ');
    const everyMs = minutes === '*' ? MINUTE_MS : 60 * MINUTE_MS;
    const act = () => {
      const controller = { cron, scheduledTime: Date.now(), noRetry: () => undefined };
      work.context.waitUntil(worker.scheduled(controller, env).finally(state.emptyLogs));
    };
    return setInterval(act, everyMs).unref();
  });
  return {
    kept: { state: version, match: (key) => pages.match(key), put: (key, response) => pages.put(key, response) },
    context: work.context,
    fetch: async (request) => {
      const url = new URL(request.url);
      if (request.body !== null && !url.pathname.startsWith('/api/v1/admin/')) return askAmongOthers(request);
      if (!isKept(request, url)) return ask(request);
      const key = `${version()} ${request.url}`;
      const kept = answers.find(key);
      if (kept !== undefined) return notModified(request, kept) ?? kept;
      const make = async () => {
        const answer = await ask(request);
        return answer.status === 200 ? answers.keep(key, answer, KEPT_MS) : answer;
      };
      return once.answer(key, () => answers.find(key), make);
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await work.ended();
      state.close();
    },
  };
}
