/** A page of this computer that measures once in a browser, and tells what it measured. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
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
const HTML = '<!doctype html><title>opfsmark</title><script type="module" src="/page.js"></script>';
const OWN = '/own/';
/** A browser that shows nothing for so long hangs: a run tells how far it is each second. */
const SILENT_MS = 120_000;

/** A folder that goes with this process, however that ends but by a signal that nobody hears. */
export function passingFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

/** The page as it is packed; from the sources it is bundled first, into a folder that goes with this process. */
export async function pageFolder(): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url));
  if (!import.meta.url.endsWith('.ts')) return join(here, 'store-page');
  // Only the sources have it, and the package must not.
  const bundler = join(here, '../../scripts/lib/pack/bundle.mjs');
  const { bundle } = (await import(pathToFileURL(bundler).href)) as {
    bundle(entries: object, options: object): Promise<unknown>;
  };
  const dir = passingFolder('opfsmark-page-');
  await bundle({ page: 'wasm-core/store-page/main.ts' }, { dir, platform: 'browser' });
  return dir;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

interface Content {
  readonly type: string;
  readonly body: string | Buffer;
}

/** A file below a folder, and nothing above it; `null` where it cannot be read, such as a folder, or is no address. */
function fileIn(folder: string, address: string): Content | null {
  try {
    const file = resolve(folder, `.${sep}${decodeURIComponent(address)}`);
    if (!file.startsWith(join(resolve(folder), sep))) return null;
    return { type: TYPES[extname(file)] ?? 'application/octet-stream', body: readFileSync(file) };
  } catch {
    return null;
  }
}

/** The messages of the page, by the path that it sends them to. */
type Told = Readonly<Record<'/progress' | '/result' | '/failed', (body: unknown) => void>>;

/** A site that is open in another browser may find the port: only the page itself is answered, by the name that it was opened with. */
export function isFromPage({ host, origin }: IncomingHttpHeaders, port: number | undefined): boolean {
  const name = `127.0.0.1:${port}`;
  return host === name && (origin === undefined || origin === `http://${name}`);
}

/** The content that the page gets; `null` where there is none. */
function contentOf(pathname: string, page: string, task: object, own: string | null): Content | null {
  if (pathname === '/') return { type: 'text/html', body: HTML };
  if (pathname === '/task') return { type: 'application/json', body: JSON.stringify(task) };
  if (!pathname.startsWith(OWN)) return fileIn(page, pathname.slice(1));
  return own === null ? null : fileIn(own, pathname.slice(OWN.length));
}

/** The site of one measurement: the page, its task, and what lies beside the module of somebody's own. */
export function serve({ page, plan, store }: Pick<BrowserRun, 'page' | 'plan' | 'store'>, told: Told): Promise<Server> {
  const task = { plan, ...(store !== undefined && { store: `${OWN}${encodeURIComponent(basename(store))}` }) };
  const own = store === undefined ? null : dirname(store);
  const server = createServer((request, response) => {
    const pathname = URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? '';
    const answer = (status: number, content: Content | null = null) =>
      response.writeHead(status, { ...HEADERS, ...(content && { 'content-type': content.type }) }).end(content?.body);
    if (!isFromPage(request.headers, request.socket.localPort)) answer(403);
    else if (request.method === 'POST') {
      bodyOf(request).then(
        (body) => {
          answer(200);
          if (Object.hasOwn(told, pathname)) told[pathname as keyof Told](body);
        },
        // A store can send something, too, and a browser that ends sends half of it.
        () => answer(400),
      );
    } else {
      const content = contentOf(pathname, page, task, own);
      answer(content === null ? 404 : 200, content);
    }
  });
  return new Promise((started, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => started(server));
  });
}

interface BrowserRun {
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
  const { program, profile, signal, onProgress } = run;
  let tell: (outcome: { readonly record: RunRecord } | { readonly failure: string }) => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const outcome = new Promise<Parameters<typeof tell>[0]>((settle) => (tell = settle));
  const fail = (failure: string) => tell({ failure });
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => fail(`it said nothing for ${SILENT_MS / 1000} s`), SILENT_MS);
  };
  const stop = () => fail('it was stopped');
  const server = await serve(run, {
    '/progress': (fraction) => {
      wait();
      onProgress?.(Number(fraction));
    },
    '/result': (record) => tell({ record: record as RunRecord }),
    '/failed': (reason) => fail(String(reason)),
  });
  const { port } = server.address() as AddressInfo;
  wait();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  let browser: ReturnType<typeof startBrowser> | null = null;
  try {
    browser = startBrowser(program, { profile, address: `http://127.0.0.1:${port}/` });
    void browser.ended.then(fail);
    const ended = await outcome;
    if ('failure' in ended) throw new Error(ended.failure);
    return ended.record;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    server.closeAllConnections();
    server.close();
    await browser?.close();
  }
}
