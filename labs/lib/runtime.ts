import { readFileSync } from 'node:fs';
import { unstable_startWorker } from 'wrangler';
import { childrenOf, CONFIG, freePort, QUIET } from './local-service.ts';
import { ANY_TIME } from '../../worker-api/test/tickets.ts';

Object.assign(process.env, QUIET);

function runtimesOf(pid: number): number[] {
  return childrenOf(pid).filter((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'workerd');
}

interface Runtime {
  readonly origin: string;
  /** SIGKILL to workerd, as a power cut would. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const UNLIMITED = { MAX_PROVIDER_BYTES_PER_DAY: '1e15', MAX_DATABASE_BYTES_PER_DAY: '1e15' };

/** Starts the Worker in its own workerd from this process, which is faster than the `wrangler` command. */
export async function startRuntime(state: string, vars: Readonly<Record<string, string>> = {}): Promise<Runtime> {
  const pidsBefore = new Set(runtimesOf(process.pid));
  const port = await freePort();
  const values = { ...UNLIMITED, BURST_SHIELD: 'off', ...ANY_TIME, ...vars };
  const worker = await unstable_startWorker({
    config: CONFIG,
    bindings: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { type: 'plain_text' as const, value }]),
    ),
    dev: {
      server: { hostname: '127.0.0.1', port },
      inspector: false,
      persist: state,
      watch: false,
      logLevel: 'none',
    },
  });
  await worker.ready;
  const origin = (await worker.url).origin;
  const pids = runtimesOf(process.pid).filter((pid) => !pidsBefore.has(pid));
  return {
    origin,
    stop: () => worker.dispose(),
    kill: async () => {
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      await worker.dispose();
    },
  };
}
