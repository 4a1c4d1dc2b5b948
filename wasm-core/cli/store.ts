import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import english from '@opfsmark/schema/answer/words/en';
import { LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import { english as words, storeTables } from '@opfsmark/schema/families/app-storage/report';
import type { AppStoragePlan, AppStorageResult, AppStorageRow } from '@opfsmark/schema/families/app-storage/schema';
import { standardPlan } from '@opfsmark/schema/families';
import common from '@opfsmark/schema/figures/words/en';
import { formatterIn, tableText } from '@opfsmark/schema/report';
import { complain, plainLines, print, tell } from './print.ts';
import { fileProblem, write } from './terminal.ts';
import { EXIT } from './usage.ts';

/** Measures a module of somebody's own in a browser. */
export interface StoreCommand {
  readonly kind: 'store';
  readonly module: string;
  readonly several: number;
  readonly browser: string | null;
  readonly json: string | null;
  readonly badge: string | null;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};
/** A page that shares memory, and whose clocks are fine. */
const HEADERS = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
const OWN = '/own/';

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** The page as it is packed; from the sources it is bundled first. */
async function pageFolder(scratch: string): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url));
  if (!import.meta.url.endsWith('.ts')) return join(here, 'store-page');
  // Only the sources have it, and the package must not.
  const bundler = join(here, '../../scripts/lib/pack/bundle.mjs');
  const { bundle } = (await import(bundler)) as { bundle(entries: object, options: object): Promise<unknown> };
  const dir = join(scratch, 'page');
  await bundle({ page: 'wasm-core/store-page/main.ts' }, { dir, platform: 'browser' });
  return dir;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** A file below a folder, and nothing above it. */
function fileIn(folder: string, path: string): string | null {
  const file = resolve(folder, `.${sep}${path}`);
  return file.startsWith(`${resolve(folder)}${sep}`) && existsSync(file) ? file : null;
}

interface Told {
  onResult(record: { readonly result: AppStorageResult }): void;
  onFailed(reason: string): void;
}

function serve(page: string, task: { plan: AppStoragePlan; store: string }, own: string, told: Told): Promise<Server> {
  const html = '<!doctype html><title>opfsmark</title><script type="module" src="/page.js"></script>';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = (type: string, body: string | Buffer) =>
      response.writeHead(200, { ...HEADERS, 'content-type': type }).end(body);
    if (request.method === 'POST') {
      void bodyOf(request).then((body) => {
        answer('text/plain', '');
        if (pathname === '/result') told.onResult(body as Parameters<Told['onResult']>[0]);
        else if (pathname === '/failed') told.onFailed(String(body));
        else if (process.stderr.isTTY) process.stderr.write(`\r${Math.round(100 * Number(body))} % `);
      });
      return;
    }
    if (pathname === '/') answer('text/html', html);
    else if (pathname === '/task') answer('application/json', JSON.stringify(task));
    else {
      const isOwn = pathname.startsWith(OWN);
      const file = fileIn(
        isOwn ? own : page,
        decodeURIComponent(isOwn ? pathname.slice(OWN.length) : pathname.slice(1)),
      );
      if (file === null) response.writeHead(404, HEADERS).end();
      else answer(TYPES[extname(file)] ?? 'application/octet-stream', readFileSync(file));
    }
  });
  return new Promise((resolvePort, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolvePort(server));
  });
}

function startBrowser(path: string, profile: string, address: string): ChildProcess {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const quiet = ['--headless=new', '--no-first-run', '--no-default-browser-check', '--disable-extensions'];
  return spawn(path, [...quiet, ...asRoot, `--user-data-dir=${profile}`, address], { stdio: 'ignore' });
}

const SIZE = { puts: 20, point_reads: 100, loops: 2 };

/** The text of a badge: the worst that several did. */
function badgeOf(name: string, { contention = [] }: AppStorageRow): object {
  const total = (pick: (one: (typeof contention)[number]) => number) =>
    contention.reduce((sum, one) => sum + pick(one), 0);
  const [repeats, hung] = [total((one) => one.repeats), total((one) => one.hung)];
  const wrong = total((one) => one.lost + one.doubled);
  const isTried = repeats > 0;
  const message = isTried ? `hung ${hung} of ${repeats}, ${wrong} rows lost or doubled` : 'for one tab alone';
  const color = hung + wrong > 0 ? 'red' : isTried ? 'brightgreen' : 'yellow';
  return { schemaVersion: 1, label: `storage: ${name}`, message, color };
}

function printFacts(name: string, row: AppStorageRow): void {
  const format = formatterIn(LANGUAGES.en, { ...common, origins: english.origins }, 0);
  print(name);
  for (const table of storeTables(row, words)) {
    const { caption, columns, rows } = tableText(table, format);
    print(`\n${caption}`);
    for (const [first = '', ...cells] of rows) {
      if (cells.length === 1) print(`  ${first}: ${cells[0] ?? ''}`);
      else
        print(
          `  ${cells[0] ?? ''}: ${cells
            .slice(1)
            .map((cell, at) => `${columns[at + 2] ?? ''} ${cell}`)
            .join(', ')}`,
        );
    }
  }
}

export async function store(command: StoreCommand): Promise<number> {
  const module = resolve(command.module);
  const problems = [fileProblem('--json', command.json), fileProblem('--badge', command.badge)];
  const problem = problems.find((one) => one !== null);
  const path = command.browser ?? BROWSERS.find((one) => existsSync(one));
  if (!existsSync(module)) complain(`${command.module} is not there.`);
  else if (problem !== undefined) complain(problem);
  else if (path === undefined || !existsSync(path))
    complain('No Chromium, Chrome or Edge was found: name one with --browser PATH.');
  else return measure(command, module, path);
  return EXIT.usage;
}

async function measure({ several, json, badge }: StoreCommand, module: string, browserPath: string): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), 'opfsmark-store-'));
  let browser: ChildProcess | undefined;
  let server: Server | undefined;
  try {
    const plan: AppStoragePlan = { ...standardPlan('app-storage'), ...SIZE, contenders: ['opfs-sync'], several };
    const page = await pageFolder(scratch);
    const record = await new Promise<{ readonly result: AppStorageResult }>((onResult, reject) => {
      const told = { onResult, onFailed: (reason: string) => reject(new Error(reason)) };
      const task = { plan, store: `${OWN}${basename(module)}` };
      serve(page, task, dirname(module), told).then((started) => {
        server = started;
        const address = started.address();
        const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
        browser = startBrowser(browserPath, join(scratch, 'profile'), `http://127.0.0.1:${port}/`);
        browser.once('error', reject).once('exit', () => reject(new Error('the browser ended')));
      }, reject);
    });
    const [row] = record.result.rows;
    if (!row) throw new Error('nothing was measured');
    if (row.failure) complain(`The store failed: ${row.failure.detail}`);
    if (json === '-') process.stdout.write(`${plainLines(JSON.stringify(record))}\n`);
    else printFacts(basename(module), row);
    const isWritten =
      (json === null || json === '-' || write('--json', json, `${JSON.stringify(record)}\n`)) &&
      (badge === null || write('--badge', badge, `${JSON.stringify(badgeOf(basename(module), row))}\n`));
    const isSound = (row.contention ?? []).every(({ hung, wrong }) => hung + wrong === 0);
    return row.status === 'done' && isSound && isWritten ? EXIT.done : EXIT.failed;
  } catch (error) {
    tell(`opfsmark: ${error instanceof Error ? error.message : String(error)}`);
    return EXIT.failed;
  } finally {
    server?.closeAllConnections();
    server?.close();
    await endBrowser(browser);
    rmSync(scratch, { recursive: true, force: true, maxRetries: 20 });
  }
}

async function endBrowser(browser: ChildProcess | undefined): Promise<void> {
  if (!browser || browser.exitCode !== null || browser.signalCode !== null) return;
  const whenEnded = new Promise((resolveEnd) => browser.once('exit', resolveEnd));
  browser.kill();
  await whenEnded;
}
