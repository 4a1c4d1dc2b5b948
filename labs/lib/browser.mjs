/** Serves the bench page, isolated as the real one is, and opens it in a browser with a fresh profile on this disk. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { findChromium, findFirefox } from '../../scripts/lib/browsers.mjs';
import { PlainError } from '../../scripts/lib/say.mjs';

const LABS = join(dirname(fileURLToPath(import.meta.url)), '..');
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cache-control': 'no-store',
};

async function bundle(root, outDir, { plugins, modules, define }) {
  const folder = join(LABS, root);
  const named = Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, join(LABS, path)]));
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins,
    define,
    worker: { format: 'es', plugins: () => plugins },
    build: {
      ...{ outDir, emptyOutDir: true, target: 'es2023', minify: false, assetsInlineLimit: 0 },
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: { index: join(folder, 'index.html'), ...named },
        preserveEntrySignatures: 'strict',
        // Others load them by their names.
        output: { entryFileNames: ({ name }) => (name in named ? '[name].js' : 'assets/[name]-[hash].js') },
      },
    },
  });
}

function serve(folder, port, answers) {
  const server = createServer((request, response) => {
    if (answers(request, response)) return;
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = join(folder, pathname === '/' ? 'index.html' : pathname);
    if (pathname.includes('..') || !existsSync(path)) {
      response.writeHead(404, HEADERS).end();
      return;
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { ...HEADERS, 'content-type': type }).end(readFileSync(path));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
}

/**
 * Builds a page of ours into `outDir` and serves it on this computer.
 * @param {string} root
 * @param {string} outDir
 * @param {{ port?: number, plugins?: import('vite').Plugin[], define?: Record<string, string>, modules?: Record<string, string>,
 *   answers?: (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => boolean }} [options]
 *   `port` 0: any free one; `modules`: the name of each module beside the page -> its source in labs; `answers`: true for a request
 *   that it answers itself
 */
export async function servePage(
  root,
  outDir,
  { port = 0, plugins = [], define = {}, modules = {}, answers = () => false } = {},
) {
  await bundle(root, outDir, { plugins, modules, define });
  return serve(outDir, port, answers);
}

/** What Chromium is started with; as root it refuses to sandbox itself. */
export const chromiumOptions = ({ executablePath = findChromium(), args = [] } = {}) => ({
  ...(executablePath && { executablePath }),
  args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});

/** Files of the profile's private file system that `is` accepts, as the rest of the system sees them. */
export function filesIn(profile, is) {
  const root = join(profile, 'Default', 'File System');
  return readdirSync(root, { recursive: true }).flatMap((name) => {
    const path = join(root, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() && is(stats) ? [{ path, blocks: stats.blocks }] : [];
  });
}

/** The file of the origin's private file system that has `bytes` bytes. */
export function findOpfsFile(profile, bytes) {
  const files = filesIn(profile, ({ size }) => size === bytes);
  if (files.length === 1) return files[0].path;
  throw new PlainError(`bench: ${files.length} files of ${bytes} bytes lie in ${profile}, where one was expected`);
}

/**
 * @param {string} profile
 * @param {string} [executablePath]
 */
export const launchChromium = (profile, executablePath) =>
  chromium.launchPersistentContext(profile, chromiumOptions({ executablePath }));

/**
 * A stock Firefox, which Playwright cannot drive, with the few methods of a context that are needed; so are its pages.
 * @param {string} profile
 * @param {string} [executablePath]
 */
export async function launchFirefox(profile, executablePath = findFirefox()) {
  if (executablePath === undefined) throw new PlainError('bench: there is no Firefox here');
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({
    ...{ browser: 'firefox', executablePath, headless: true, userDataDir: profile, protocolTimeout: 0 },
    // It does not start without a home that it may write to.
    env: { ...process.env, HOME: dirname(profile) },
  });
  const version = (await browser.version()).replace(/^\D+/, '');
  return {
    pid: browser.process().pid,
    browser: () => ({ version: () => version }),
    newPage: () => browser.newPage(),
    once: (_event, done) => browser.process().once('exit', done),
    close: () => browser.close(),
  };
}

/**
 * Builds a page of ours, serves it, and calls `use({ scratch, url })`; cleans up whatever happens.
 * @param {{ folder: string, port?: number, root?: string, modules?: Record<string, string> }} options `folder`: on the disk to be measured; `port` 0: any free one; `root`: the page's folder in labs; `modules`: see `servePage`
 */
export async function withServedPage(use, { folder, port = 0, root = 'bench/page', modules = {} }) {
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(folder, 'bench-'));
  const clean = () => rmSync(scratch, { recursive: true, force: true });
  // Playwright ends the process itself when it is told to stop.
  process.once('exit', clean);
  let server;
  try {
    server = await servePage(root, join(scratch, 'page'), { port, modules });
    return await use({ scratch, url: `http://127.0.0.1:${server.address().port}/` });
  } finally {
    server?.close();
    process.removeListener('exit', clean);
    clean();
    process.off('exit', clean);
  }
}

/** Opens a served page in a browser with a fresh profile, and calls `use({ page, profile, scratch, version })`, `page` being loaded. */
export async function withBrowserOn({ scratch, url }, use, launch = launchChromium) {
  const profile = mkdtempSync(join(scratch, 'profile-'));
  let context;
  try {
    context = await launch(profile);
    const version = context.browser()?.version() ?? 'unknown';
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`page: ${error.message}`));
    page.on('console', (message) => console.error(`page: ${message.text()}`));
    await page.goto(url);
    await page.waitForFunction(() => 'bench' in globalThis);
    return await use({ page, profile, scratch, version });
  } finally {
    await context?.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/**
 * Does both: `use({ page, profile, scratch, version })`.
 * @param {{ folder: string, port?: number, root?: string, modules?: Record<string, string>, launch?: (profile: string) => Promise<any> }} options
 */
export function withBenchPage(use, options) {
  return withServedPage((served) => withBrowserOn(served, use, options.launch), options);
}
