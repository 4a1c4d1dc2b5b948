/** The deployed Worker, in workerd, and the server of `npm start`, in Node.js, answer the same. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCore, buildSite } from '../lib/build.mjs';
import { toolEnv } from '../lib/command.mjs';
import { ROOT } from '../lib/paths.mjs';
import { freePort, waitForHttp } from '../lib/port.mjs';

const START_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'opfsmark-deployed-'));
const quiet = {
  CI: '1',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
  WRANGLER_REGISTRY_PATH: join(folder, 'registry'),
};
const API = ['-c', 'worker-api/wrangler.jsonc', '--persist-to', folder];
const servers = [];

async function start(command, args, port, env) {
  const server = spawn(command, args, { cwd: ROOT, env: toolEnv(env), stdio: 'ignore' });
  servers.push(server);
  const controller = new AbortController();
  server.once('exit', () => controller.abort());
  const origin = `http://localhost:${port}`;
  const isUp = await waitForHttp(`${origin}/api/v1/healthz`, { timeoutMs: START_MS, signal: controller.signal });
  if (!isUp) throw new Error(`${command} ${args.join(' ')} did not start`);
  return origin;
}

let deployed;
let own;
beforeAll(async () => {
  // Kit writes elsewhere under Vitest.
  delete process.env.VITEST;
  await buildCore();
  await buildSite();
  const migrations = ['d1', 'migrations', 'apply', 'DB', '--local', ...API];
  const { status, stderr } = spawnSync('wrangler', migrations, { cwd: ROOT, env: toolEnv(quiet), encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const [port, ownPort] = [await freePort(), await freePort()];
  const options = [
    '--port',
    `${port}`,
    '--ip',
    '127.0.0.1',
    '--inspector-port',
    '0',
    '--show-interactive-dev-session=false',
  ];
  deployed = await start('wrangler', ['dev', '-c', 'web/wrangler.jsonc', ...API, ...options], port, quiet);
  const env = { PORT: `${ownPort}`, STATE_DIR: join(folder, 'own'), TRUST_POLICY: 'guarded' };
  own = await start('node', ['scripts/serve.mjs'], ownPort, env);
});

afterAll(async () => {
  for (const server of servers) {
    if (server.exitCode !== null) continue;
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** The part of an answer that is the same for everybody: without the nonce, the hashes in its place, and the port. */
async function read(origin, path) {
  const response = await fetch(origin + path, { redirect: 'manual' });
  const text = (await response.text()).replaceAll(/ nonce="[^"]*"/g, '').replaceAll(origin, '');
  const policy = response.headers.get('content-security-policy')?.replaceAll(/'(?:nonce|sha256)-[^']*' ?/g, '');
  const names = [
    'content-type',
    'cross-origin-opener-policy',
    'cross-origin-embedder-policy',
    'x-content-type-options',
    'location',
  ];
  const headers = names.map((name) => response.headers.get(name)?.replace(origin, '').toLowerCase());
  // Kit names a page's script by a number of its own each time.
  return {
    status: response.status,
    policy,
    headers,
    text: text.replaceAll(/__sveltekit_\w+/g, '').replaceAll(/\s+/g, ' '),
  };
}

it.each([
  ...['/', '/?lang=ja', '/leaderboard', '/method', '/storage', '/checked', '/api', '/privacy', '/r/0000000000000000'],
  ...[
    '/nowhere',
    '/device/nobody',
    '/cdn-cgi/x',
    '/R/0000000000000000',
    '/boards',
    '/manifest.webmanifest',
    '/favicon.svg',
  ],
  ...[
    '/api/v1/healthz',
    '/api/v1/boards',
    '/api/v1/nowhere',
    '/api/v1/openapi.json',
    '/api/v1/runs',
    '/sitemap.xml',
    '/oembed',
  ],
])('%s is the same page in both', async (path) => {
  expect(await read(deployed, path)).toEqual(await read(own, path));
});

it.each(['own', 'deployed'])(
  'a page of the %s server is kept: no nonce, scripts by hashes, 304 to who has it',
  async (which) => {
    const origin = { own, deployed }[which];
    await (await fetch(`${origin}/method`)).text();
    const kept = await fetch(`${origin}/method`);
    expect(await kept.text()).not.toContain(' nonce=');
    expect(kept.headers.get('content-security-policy')).toContain("'sha256-");
    const headers = { 'if-none-match': kept.headers.get('etag') };
    expect((await fetch(`${origin}/method`, { headers })).status).toBe(304);
  },
);
