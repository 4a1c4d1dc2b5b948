/** A page of this computer that measures once in a browser, and tells what it measured. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plan, RunRecord } from '@opfsmark/schema/families';
import { type BrowserProgram, startBrowser } from './browser.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};
/** A page that shares memory, and whose clocks are fine. */
const HEADERS = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
const OWN = '/own/';
/** A browser that shows nothing for so long hangs: a run tells how far it is each second. */
const SILENT_MS = 120_000;

/** The page as it is packed; from the sources it is bundled first, into a folder that goes with this process. */
export async function pageFolder(): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url));
  if (!import.meta.url.endsWith('.ts')) return join(here, 'store-page');
  // Only the sources have it, and the package must not.
  const bundler = join(here, '../../scripts/lib/pack/bundle.mjs');
  const { bundle } = (await import(bundler)) as { bundle(entries: object, options: object): Promise<unknown> };
  const dir = mkdtempSync(join(tmpdir(), 'opfsmark-page-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
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

/** The messages of the page, by the path that it sends them to. */
type Told = Readonly<Record<'/progress' | '/result' | '/failed', (body: unknown) => void>>;

/** A site that is open in another browser may find the port: only the page itself is answered, by the name that it was opened with. */
export function isFromPage({ host, origin }: IncomingHttpHeaders, port: number | undefined): boolean {
  const name = `127.0.0.1:${port}`;
  return host === name && (origin === undefined || origin === `http://${name}`);
}

function serve(page: string, task: object, own: string | null, told: Told): Promise<Server> {
  const html = '<!doctype html><title>opfsmark</title><script type="module" src="/page.js"></script>';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = (type: string, body: string | Buffer) =>
      response.writeHead(200, { ...HEADERS, 'content-type': type }).end(body);
    if (!isFromPage(request.headers, request.socket.localPort)) response.writeHead(403, HEADERS).end();
    else if (request.method === 'POST') {
      void bodyOf(request).then((body) => {
        answer('text/plain', '');
        if (Object.hasOwn(told, pathname)) told[pathname as keyof Told](body);
      });
    } else if (pathname === '/') answer('text/html', html);
    else if (pathname === '/task') answer('application/json', JSON.stringify(task));
    else {
      const isOwn = pathname.startsWith(OWN);
      const folder = isOwn ? own : page;
      const path = decodeURIComponent(isOwn ? pathname.slice(OWN.length) : pathname.slice(1));
      const file = folder === null ? null : fileIn(folder, path);
      if (file === null) response.writeHead(404, HEADERS).end();
      else answer(TYPES[extname(file)] ?? 'application/octet-stream', readFileSync(file));
    }
  });
  return new Promise((started, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => started(server));
  });
}

export interface BrowserRun {
  readonly program: BrowserProgram;
  /** Of `pageFolder`. */
  readonly page: string;
  /** Made anew on the drive that is measured, and deleted. */
  readonly profile: string;
  readonly plan: Plan;
  /** The path of a module of somebody's own. */
  readonly store?: string;
  readonly signal?: AbortSignal;
  /** 0 to 1, each second. */
  readonly onProgress?: (fraction: number) => void;
}

/** Measures once in a browser that is started for it. Rejects with one sentence where there is no record. */
export async function runInBrowser(run: BrowserRun): Promise<RunRecord> {
  const { program, page, profile, plan, store, signal, onProgress } = run;
  let tell: (outcome: { readonly record: RunRecord } | { readonly failure: string }) => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const outcome = new Promise<Parameters<typeof tell>[0]>((settle) => (tell = settle));
  const fail = (failure: string) => tell({ failure });
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => fail(`it said nothing for ${SILENT_MS / 1000} s`), SILENT_MS);
  };
  const stop = () => fail('it was stopped');
  const server = await serve(
    page,
    { plan, ...(store !== undefined && { store: `${OWN}${basename(store)}` }) },
    store === undefined ? null : dirname(store),
    {
      '/progress': (fraction) => {
        wait();
        onProgress?.(Number(fraction));
      },
      '/result': (record) => tell({ record: record as RunRecord }),
      '/failed': (reason) => fail(String(reason)),
    },
  );
  const { port } = server.address() as AddressInfo;
  wait();
  signal?.addEventListener('abort', stop);
  const browser = startBrowser(program, { profile, address: `http://127.0.0.1:${port}/` });
  try {
    void browser.ended.then(fail);
    const ended = await outcome;
    if ('failure' in ended) throw new Error(ended.failure);
    return ended.record;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    server.closeAllConnections();
    server.close();
    await browser.close();
  }
}
