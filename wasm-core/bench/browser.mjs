/** Serves the bench page, isolated as the real one is, and opens it in Chromium with a fresh profile. */
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'vite';

const bench = dirname(fileURLToPath(import.meta.url));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cache-control': 'no-store',
};
const DEBIAN_CHROMIUM = '/usr/bin/chromium';

async function bundle(outDir) {
  await build({
    configFile: false,
    root: join(bench, 'page'),
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2023', minify: false, assetsInlineLimit: 0 },
  });
}

function serve(folder, port) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = join(folder, pathname === '/' ? 'index.html' : pathname);
    if (pathname.includes('..') || !existsSync(path)) {
      response.writeHead(404, HEADERS).end();
      return;
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { ...HEADERS, 'content-type': type }).end(readFileSync(path));
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

/** Calls `use(page, version)` with the loaded page; cleans up whatever happens. `port` 0: any free one. */
export async function withBenchPage(use, { port = 0 } = {}) {
  const scratch = mkdtempSync(join(tmpdir(), 'opfsmark-bench-'));
  let server;
  let context;
  try {
    await bundle(join(scratch, 'page'));
    server = await serve(join(scratch, 'page'), port);
    context = await chromium.launchPersistentContext(join(scratch, 'profile'), {
      ...(existsSync(DEBIAN_CHROMIUM) && { executablePath: DEBIAN_CHROMIUM }),
      // Chromium refuses to sandbox itself as root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`page: ${error.message}`));
    page.on('console', (message) => console.error(`page: ${message.text()}`));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => 'bench' in globalThis);
    return await use(page, context.browser()?.version() ?? 'unknown');
  } finally {
    await context?.close();
    server?.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
