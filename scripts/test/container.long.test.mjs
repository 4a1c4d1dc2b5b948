import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { run } from '../lib/command.mjs';
import { buildStages, parseDockerfile } from '../lib/pack/dockerfile.mjs';
import { ROOT } from '../lib/paths.mjs';
import { freePort, waitForHttp } from '../lib/port.mjs';

const root = mkdtempSync(join(tmpdir(), 'opfsmark-container-'));
// For another user, too.
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A user that has no files here; `null` where only root could become another one. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : null;

it('runs the steps of the Dockerfile, serves as another user, is healthy, and keeps its state in the volume', async () => {
  // The tools of this repository are not found: the image has Node.js and npm alone.
  const path = process.env.PATH.split(':')
    .filter((folder) => !folder.startsWith(ROOT))
    .join(':');
  const env = {
    PATH: path,
    HOME: root,
    npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME, '.npm'),
  };
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const stage = await buildStages(dockerfile, { context: ROOT, root, userId: NOBODY, env });
  expect(stage).toMatchObject({
    user: 'node',
    volumes: ['/data'],
    ports: ['8787'],
    env: { BIND_ADDRESS: '0.0.0.0', PORT: '8787' },
  });
  expect(stage.env.STATE_DIR).toBe(stage.volumes[0]);

  const home = join(root, 'home');
  mkdirSync(home);
  chmodSync(home, 0o777);
  const state = join(stage.root, stage.env.STATE_DIR);
  const port = await freePort();
  const own = { PATH: path, HOME: home, ...stage.env, PORT: `${port}`, STATE_DIR: state };
  const cwd = join(stage.root, stage.cwd);
  const as = NOBODY === null ? {} : { uid: NOBODY, gid: NOBODY };
  const [command, ...args] = stage.command;
  const server = spawn(command, args, { cwd, env: own, stdio: ['ignore', 'pipe', 'pipe'], ...as });
  const ended = once(server, 'exit');
  let said = '';
  const isReady = new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        if (said.includes('OPFSMark is ready')) resolve();
      });
    }
    ended.then(([code]) => reject(new Error(`It ended with code ${code}: ${said}`)));
  });
  const isHealthy = async () =>
    (await run('sh', ['-c', stage.health], { cwd, env: own, output: 'collect' })).code === 0;
  try {
    expect(await isHealthy()).toBe(false);
    await isReady;
    expect(await isHealthy()).toBe(true);
    // It listens on every address, and not this computer's own alone.
    const [outer] = Object.values(networkInterfaces())
      .flat()
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    const page = await fetch(`http://${outer?.address ?? '127.0.0.1'}:${port}/`);
    expect([page.status, page.headers.get('cross-origin-opener-policy')]).toEqual([200, 'same-origin']);
    expect(readdirSync(state)).toEqual(expect.arrayContaining(['service', 'v3']));
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}, 540_000);

/** The engine that is here and answers. */
const engine = ['docker', 'podman'].find((name) => spawnSync(name, ['info']).status === 0);
if (engine === undefined) console.log('skipped: the image itself, because no container engine answers here');

it.skipIf(engine === undefined)(
  'is built by a container engine, serves as another user, is healthy, and keeps its state in the volume',
  async () => {
    const call = (...words) => execFileSync(engine, words, { cwd: ROOT, encoding: 'utf8' }).trim();
    const name = `opfsmark-test-${process.pid}`;
    const port = await freePort();
    const begin = [
      'run',
      '--detach',
      '--name',
      name,
      '--publish',
      `127.0.0.1:${port}:8787`,
      '--volume',
      `${name}:/data`,
    ];
    const inside = (command) => call('exec', name, 'sh', '-c', command);
    const health = parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).find(
      ({ instruction }) => instruction === 'HEALTHCHECK',
    );
    const [, check] = / CMD (.*)$/.exec(health.rest);
    const { signal } = new AbortController();
    const isUp = () => waitForHttp(`http://127.0.0.1:${port}/api/v1/healthz`, { timeoutMs: 120_000, signal });
    try {
      call('build', '--tag', name, '.');
      call(...begin, name);
      expect(await isUp()).toBe(true);
      inside(check);
      expect(inside('id --user --name')).toBe('node');
      inside('echo kept > /data/mark');
      call('rm', '--force', name);
      call(...begin, name);
      expect(await isUp()).toBe(true);
      expect(inside('cat /data/mark')).toBe('kept');
    } finally {
      spawnSync(engine, ['rm', '--force', name]);
      spawnSync(engine, ['volume', 'rm', name]);
      spawnSync(engine, ['rmi', name]);
    }
  },
  1_200_000,
);
