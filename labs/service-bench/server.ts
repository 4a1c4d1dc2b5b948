/**
 * What a server of one's own stands up to: a state of 5,000 runs behind scripts/serve.mjs, asked by autocannon in a process beside it.
 * It prints numbers and judges none; nothing else may run meanwhile.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { openState, readMigrations } from '../../worker-api/node/service.ts';
import { countDrift, prepareRun, type PreparedRun, putRun, rigOf } from '../service-proof/upload.ts';
import { ANY_TIME } from '../../worker-api/test/tickets.ts';
import { freePort } from '../lib/local-service.ts';
import { fill } from './fill.ts';
import { ALLOCATOR_ENV, NODE_FLAGS } from '../../scripts/lib/server-process.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SIZE = { runs: 5_000, machines: 1_000 };
const TOKEN = 'bench';
const BOARD = 'device.seq1m_q8t1_write.shared';
const SECONDS = Number(process.argv[2] ?? 8);
const UPLOADS = 200;
const MANY = 100_000;

/** Uploads come from networks of their own, as a proxy of ours names them. */
const fromNetwork = (n: number) => ({ 'x-forwarded-for': `100.${64 + (n >> 8)}.${n & 255}.7` });

async function start(stateDir: string): Promise<{ origin: string; child: ChildProcess }> {
  const port = await freePort();
  const env = {
    ...process.env,
    ...ALLOCATOR_ENV,
    ...ANY_TIME,
    PORT: String(port),
    STATE_DIR: stateDir,
    TRUSTED_PROXIES: '127.0.0.1',
    ADMIN_TOKEN_SHA256: createHash('sha256').update(TOKEN).digest('hex'),
  };
  const child = spawn(process.execPath, [...NODE_FLAGS, 'scripts/serve.mjs'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return { origin: `http://127.0.0.1:${port}`, child };
}

/** Milliseconds of processor time that a process has used, and its memory in MB; Linux alone tells. */
function usageOf({ pid }: ChildProcess): { readonly cpuMs: number; readonly mb: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, mb: Number(kb) / 1024 };
  } catch {
    return { cpuMs: Number.NaN, mb: Number.NaN };
  }
}

const folder = mkdtempSync(join(tmpdir(), 'opfsmark-server-'));
const state = openState(folder, readMigrations(join(ROOT, 'schema/migrations')));
state.close();
fill(join(folder, 'database.sqlite'), SIZE);
const { origin, child } = await start(folder);
try {
  await countDrift(origin, TOKEN);
  const own = await prepareRun(origin, { rig_id: rigOf(1), declared: { device: 'Example Laptop 1 Gen 3' }, seed: 1 });
  if ((await putRun(origin, own, fromNetwork(1))) !== 201) throw new Error('the run was not published');

  const measure = async (name: string, path: string, options: Partial<autocannon.Options> = {}) => {
    const before = usageOf(child);
    const result = await autocannon({ url: `${origin}${path}`, connections: 10, duration: SECONDS, ...options });
    const after = usageOf(child);
    const requests = result.requests.total;
    console.log(
      [
        name.padEnd(46),
        `${Math.round(result.requests.average)}/s`.padStart(9),
        `p50 ${result.latency.p50} ms`.padStart(11),
        `p99 ${result.latency.p99} ms`.padStart(11),
        `${((after.cpuMs - before.cpuMs) / requests).toFixed(2)} ms of processor`.padStart(22),
        `${after.mb.toFixed(0)} MB`.padStart(8),
        result.non2xx + result.errors > 0 ? `  ${result.non2xx} not 2xx, ${result.errors} errors` : '',
      ].join(' '),
    );
  };
  const board = `/leaderboard?metric=seq1m_q8t1_write`;
  const memory = () => `${usageOf(child).mb.toFixed(0)} MB`;
  console.log(`${SIZE.runs} runs of ${SIZE.machines} machines, ${SECONDS} s each, ten connections unless said`);
  console.log(`at the start: ${memory()}`);
  for (const [name, path] of [
    ['healthz', '/api/v1/healthz'],
    ['front page', '/'],
    ['leaderboard', board],
    ['permalink', `/r/${own.runId}`],
    ['board of the API', `/api/v1/boards/${BOARD}`],
    ['run of the API', `/api/v1/runs/${own.runId}`],
    ['picture', `/og/${own.runId}.png`],
  ] as const) {
    await measure(name, path);
  }
  await measure('front page, 50 connections', '/', { connections: 50 });
  for (const [name, path] of [
    ['front page, made each time', '/'],
    ['leaderboard, made each time', board],
    ['permalink, made each time', `/r/${own.runId}`],
  ] as const) {
    let n = 0;
    const setupClient = (client: autocannon.Client) => {
      const next = () => {
        client.setRequests([{ path: `${path}${path.includes('?') ? '&' : '?'}n=${n++}` }]);
      };
      next();
      client.on('response', next);
    };
    await measure(name, path, { setupClient });
  }
  const runs: PreparedRun[] = [];
  for (let n = 0; n < UPLOADS; n++) {
    runs.push(
      await prepareRun(origin, { rig_id: rigOf(n + 9), declared: { device: `New ${n}` }, seed: n + 9 }, fromNetwork(n)),
    );
  }
  const startMs = performance.now();
  const statuses = await Promise.all(runs.map((run, n) => putRun(origin, run, fromNetwork(n))));
  const counts = Object.entries(Object.groupBy(statuses, String)).map(
    ([status, list]) => `${list?.length} x ${status}`,
  );
  console.log(
    `${UPLOADS} uploads at once: ${counts.join(', ')} in ${((performance.now() - startMs) / 1000).toFixed(1)} s, ${memory()}`,
  );
  for (const { runId } of runs) await (await fetch(`${origin}/og/${runId}.png`)).arrayBuffer();
  console.log(`${UPLOADS} pictures: ${memory()}`);
  await measure(`front page, ${MANY} requests`, '/', { amount: MANY, connections: 20 });
  await measure(`permalink, ${MANY / 2} requests`, `/r/${own.runId}`, { amount: MANY / 2, connections: 20 });
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
