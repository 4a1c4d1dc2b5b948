import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
export const CONFIG = join(ROOT, 'worker-api/wrangler.jsonc');
export const QUIET = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CI: '1',
};
const READY_MS = 60_000;

export interface Service {
  readonly origin: string;
  /** Everything it has logged. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Applies the real migrations to a local database. */
export function migrate(state: string): void {
  const args = [WRANGLER, 'd1', 'migrations', 'apply', 'DB', '--local', '-c', CONFIG, '--persist-to', state];
  const result = spawnSync(process.execPath, args, { env: { ...process.env, ...QUIET }, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`migrations failed: ${result.stdout}${result.stderr}`);
}

/** The file of the local database. Open it only while no service uses it. */
export function databaseFile(state: string): string {
  return fileOfObject(join(state, 'v3/d1/miniflare-D1DatabaseObject'));
}

/** The file that lists what is in the local bucket of documents: see `databaseFile`. */
export function bucketFile(state: string): string {
  return fileOfObject(join(state, 'v3/r2/miniflare-R2BucketObject'));
}

function fileOfObject(folder: string): string {
  const file = readdirSync(folder).find((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite');
  if (file === undefined) throw new Error(`there is no database in ${folder}`);
  return join(folder, file);
}

export function childrenOf(pid: number): number[] {
  try {
    const childPids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return childPids === ''
      ? []
      : childPids
          .split(' ')
          .map(Number)
          .flatMap((child) => [child, ...childrenOf(child)]);
  } catch {
    return [];
  }
}

export async function startService(state: string, vars: Readonly<Record<string, string>> = {}): Promise<Service> {
  const port = await freePort();
  const args = [
    ...[WRANGLER, 'dev', '-c', CONFIG, '--persist-to', state, '--ip', '127.0.0.1', '--port', String(port)],
    ...['--inspector-port', String(await freePort()), '--show-interactive-dev-session=false', '--log-level', 'warn'],
    ...Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
  ];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...QUIET }, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => void (log += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (log += chunk.toString()));
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin, child, () => log);
  return {
    origin,
    log: () => log,
    stop: () => ended(child, () => child.kill('SIGTERM')),
  };
}

function ended(child: ChildProcess, act: () => void): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once('exit', () => resolve());
    act();
  });
}

async function untilReady(origin: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const response = await fetch(`${origin}/api/v1/healthz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the service did not start: ${log()}`);
}
