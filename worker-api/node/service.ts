/** The results service in this process: the Worker's own code, with its database and its buckets in one folder. */
import './assets.ts';
import type { Env } from '../src/base/env.ts';
import { bucketOf } from './bucket.ts';
import { d1Of } from './database.ts';
import { MemoryCache, rateLimitOf, WorkAfterAnswers } from './platform.ts';
import type { ServiceConfig } from './config.ts';
import type { State } from './state.ts';

export { readServiceConfig } from './config.ts';
export { readMigrations, UnknownStateError } from './migrations.ts';
export { backUp, countResults, hasState, openState, StateInUseError } from './state.ts';

/** For rendered pictures, and for pages. */
const CACHE_BYTES = 64 * 2 ** 20;
const MINUTE_MS = 60_000;

const caches = { default: new MemoryCache(CACHE_BYTES) };
/** The Worker's code knows it by this name. */
Object.assign(globalThis, { caches });

export interface Service {
  readonly fetch: (request: Request) => Promise<Response>;
  /** What is kept of its pictures, and of the site's pages. */
  readonly caches: { readonly default: MemoryCache };
  /** Of the requests: `waitUntil`. */
  readonly context: WorkAfterAnswers['context'];
  readonly close: () => Promise<void>;
}

/** Serves a state until it is closed, which waits for what goes on after answers. */
export async function startService(state: State, { vars, burst, crons }: ServiceConfig): Promise<Service> {
  const { default: worker } = await import('../src/index.ts');
  const env: Env = {
    ...(vars as unknown as Env),
    DB: d1Of(state.database),
    DOCUMENTS: bucketOf(state.objects, 'documents'),
    SNAPSHOTS: bucketOf(state.objects, 'snapshots'),
    BURST: rateLimitOf(burst),
    FREE_BYTES: state.freeBytes,
  };
  const work = new WorkAfterAnswers();
  const timers = crons.map((cron) => {
    const [minutes] = cron.split(' ');
    const everyMs = minutes === '*' ? MINUTE_MS : 60 * MINUTE_MS;
    const act = () => {
      const controller = { cron, scheduledTime: Date.now(), noRetry: () => undefined };
      work.context.waitUntil(worker.scheduled(controller, env));
    };
    return setInterval(act, everyMs).unref();
  });
  return {
    caches,
    context: work.context,
    fetch: async (request) => worker.fetch(request, env, work.context),
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await work.ended();
      state.close();
    },
  };
}
