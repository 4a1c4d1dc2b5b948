/**
 * The steps of the Dockerfile on this computer, where a container engine need not be: each stage is a folder, and `/` in it a folder
 * under that one.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { run, runOrFail } from '../lib/command.mjs';
import { ROOT } from '../lib/paths.mjs';
import { freePort, waitForHttp } from '../lib/port.mjs';

/** @returns {{ instruction: string, rest: string }[]} */
function parseDockerfile(text) {
  const lines = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
  return lines.map((line) => {
    const [, instruction, rest] = /^([A-Z]+) (.*)$/.exec(line);
    return { instruction, rest };
  });
}

/** Copies a folder without what .dockerignore names. */
function copyContext(from, to) {
  const patterns = readFileSync(join(from, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isIgnored = (path) => patterns.some((pattern) => matchesGlob(path, pattern));
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (path) => !isIgnored(relative(from, path)) });
}

function chownAll(folder, id) {
  chownSync(folder, id, id);
  for (const path of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!path.isSymbolicLink()) chownSync(join(path.parentPath, path.name), id, id);
  }
}

/**
 * Runs the stages, and returns what the last one would start: where, as whom, with what and how to see that it is well.
 * @param {{ context: string, root: string, userId: number | null, env: NodeJS.ProcessEnv }} options `userId`: of the user `node`; `null`: this user
 */
async function buildStages(text, { context, root, userId, env }) {
  const stages = new Map();
  let stage;
  for (const { instruction, rest } of parseDockerfile(text)) {
    const at = (path) => join(stage.root, path);
    switch (instruction) {
      case 'FROM': {
        const name = / AS (\S+)$/.exec(rest)?.[1] ?? 'last';
        stage = { root: join(root, name), cwd: '/', env: {}, user: 'root', ports: [], volumes: [] };
        stages.set(name, stage);
        mkdirSync(stage.root, { recursive: true });
        break;
      }
      case 'WORKDIR':
        stage.cwd = rest;
        mkdirSync(at(rest), { recursive: true });
        break;
      case 'COPY': {
        const { from, chown, source, target } =
          /^(?:--from=(?<from>\S+) )?(?:--chown=(?<chown>\S+) )?(?<source>\S+) (?<target>\S+)$/.exec(rest).groups;
        if (from === undefined) copyContext(join(context, source), at(join(stage.cwd, target)));
        else cpSync(join(stages.get(from).root, source), at(target), { recursive: true, verbatimSymlinks: true });
        if (chown !== undefined && userId !== null) chownAll(at(target), userId);
        break;
      }
      case 'RUN': {
        // Absolute paths are those of the container; the user `node` is another one here.
        const script = rest
          .replace(/(?<= )\/(\w+)/g, (_, name) => at(name))
          .replaceAll('node:node', userId === null ? '' : `${userId}:${userId}`);
        const command = userId === null ? script.replace(/ && chown .*$/, '') : script;
        await runOrFail('sh', ['-c', command], `RUN ${rest} failed: see above.`, { cwd: at(stage.cwd), env });
        break;
      }
      case 'ENV':
        for (const pair of rest.split(' ')) stage.env[pair.split('=')[0]] = pair.split('=')[1];
        break;
      case 'USER':
        stage.user = rest;
        break;
      case 'VOLUME':
        stage.volumes.push(rest);
        break;
      case 'EXPOSE':
        stage.ports.push(rest);
        break;
      case 'HEALTHCHECK':
        stage.health = / CMD (.*)$/.exec(` ${rest}`)[1];
        break;
      case 'CMD':
        stage.command = JSON.parse(rest);
        break;
      default:
        throw new Error(`The Dockerfile has ${instruction}, which is not tried here`);
    }
  }
  return stage;
}

const root = mkdtempSync(join(tmpdir(), 'opfsmark-container-'));
// For another user, too.
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A user that has no files here; `null` where only root could become another one. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : null;

it('runs the steps of the Dockerfile, serves as another user, is healthy, and keeps its state in the volume', async () => {
  // The tools of this repository are not found: the image has npm, and a Node.js as new as this one, wherever the other user may be kept
  // out.
  const bin = join(root, 'bin');
  mkdirSync(bin);
  copyFileSync(process.execPath, join(bin, 'node'));
  const folders = process.env.PATH.split(':').filter((folder) => !folder.startsWith(ROOT));
  const path = [bin, ...folders].join(':');
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
  const serverEnv = { PATH: path, HOME: home, ...stage.env, PORT: `${port}`, STATE_DIR: state };
  const cwd = join(stage.root, stage.cwd);
  const as = NOBODY === null ? {} : { uid: NOBODY, gid: NOBODY };
  const [command, ...args] = stage.command;
  const server = spawn(command, args, { cwd, env: serverEnv, stdio: ['ignore', 'pipe', 'pipe'], ...as });
  const whenEnded = once(server, 'exit');
  let output = '';
  const isReady = new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (output.includes('OPFSMark is ready')) resolve();
      });
    }
    whenEnded.then(([code]) => reject(new Error(`It ended with code ${code}: ${output}`)));
  });
  const isHealthy = async () =>
    (await run('sh', ['-c', stage.health], { cwd, env: serverEnv, output: 'collect' })).code === 0;
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
    expect(readdirSync(state)).toEqual(expect.arrayContaining(['database.sqlite', 'objects.sqlite']));
  } finally {
    server.kill('SIGTERM');
    await whenEnded;
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
