import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import esbuild from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build as viteBuild, createServer as viteServer } from 'vite';
import webpack from 'webpack';
import { planFromParameters } from '@opfsmark/schema/families';
import { findChromium, needChromium } from '../../lib/browsers.mjs';
import { packAll } from '../../lib/pack/packages.mjs';
import { projectWith, serveFolder } from '../../lib/pack/project.mjs';

const COOP_COEP = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
const ISOLATED_DOCUMENT = { 'document-isolation-policy': 'isolate-and-require-corp' };

const TINY = 'rows=RND4K-Q1T1&dir=write&size=16MiB&loops=1&limit=0&cache=as-is&write=1MiB';

/** Five lines, and where they leave what they measured. */
const PAGE = `
import { bytesPerSecond, run } from '@opfsmark/core';
import { planFromParameters } from '@opfsmark/core/plans';
const { plan } = planFromParameters(new URLSearchParams('${TINY}'));
const record = await run({ plan });
window.result = { isolated: crossOriginIsolated, status: record.status, speeds: record.result.jobs.map((job) => bytesPerSecond(job).median) };
`;
/** The same without a bundler, by a plan that the page has from elsewhere. */
const PLAIN_PAGE = PAGE.replace("'@opfsmark/core'", "'/node_modules/@opfsmark/core/dist/index.js'")
  .replace(/^.*planFromParameters } from.*$/m, '')
  .replace(
    /^const { plan }.*$/m,
    `const plan = ${JSON.stringify(planFromParameters(new URLSearchParams(TINY)).plan)};`,
  );
const HTML = (script) => `<!doctype html><title>page</title><script type="module" src="${script}"></script>`;

let packages;
let project;
let browser;
beforeAll(async () => {
  await needChromium();
  packages = await packAll();
  project = await projectWith([packages.core.file, packages.schema.file]);
  browser = await chromium.launch({ executablePath: findChromium() });
});
afterAll(async () => {
  await browser?.close();
  project?.remove();
});

/** A page of its own in the project; returns its folder. */
function makePage(name, { code = PAGE, script = './main.js' } = {}) {
  const dir = join(project.dir, name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'main.js'), code);
  writeFileSync(join(dir, 'index.html'), HTML(script));
  return dir;
}

/** The result of the page at an address; its errors where it measured nothing. */
async function measuredAt(address) {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const problems = [];
  tab.on('pageerror', (error) => problems.push(String(error)));
  tab.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  try {
    await tab.goto(address);
    const result = tab.waitForFunction(() => globalThis.result, null, { timeout: 60_000 });
    return await (await result).jsonValue().catch(() => problems);
  } catch {
    return problems;
  } finally {
    await context.close();
  }
}

async function measuredIn(folder, path = '/', headers = COOP_COEP) {
  const { origin, served, close } = await serveFolder(folder, headers);
  try {
    return { result: await measuredAt(`${origin}${path}`), served };
  } finally {
    close();
  }
}

const MEASURED = { isolated: true, status: 'done', speeds: [expect.any(Number)] };

it('measures in plain HTML, with at most 68 KiB of engine', async () => {
  makePage('plain', { code: PLAIN_PAGE });
  const { result, served } = await measuredIn(project.dir, '/plain/');
  expect(result).toEqual(MEASURED);
  const engine = [...served].filter((path) => path.includes('@opfsmark'));
  expect(engine.some((path) => path.endsWith('core.wasm'))).toBe(true);
  const bytes = engine
    .map((path) => gzipSync(readFileSync(path), { level: 9 }).length)
    .reduce((sum, size) => sum + size);
  console.log(`engine: ${engine.length} files, ${bytes} bytes gzipped`);
  expect(bytes).toBeLessThanOrEqual(68 * 1024);
});

it('measures where Document-Isolation-Policy isolates the document alone', async () => {
  makePage('plain', { code: PLAIN_PAGE });
  expect((await measuredIn(project.dir, '/plain/', ISOLATED_DOCUMENT)).result).toEqual(MEASURED);
});

it('measures in what Vite builds', async () => {
  const root = makePage('vite');
  await viteBuild({ configFile: false, root, logLevel: 'error' });
  expect((await measuredIn(join(root, 'dist'))).result).toEqual(MEASURED);
});

it('measures in what Vite serves while it is developed', async () => {
  const root = makePage('vite');
  const server = await viteServer({
    configFile: false,
    root,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, headers: COOP_COEP },
  });
  try {
    await server.listen();
    expect(await measuredAt(`http://localhost:${server.httpServer.address().port}/`)).toEqual(MEASURED);
  } finally {
    await server.close();
  }
});

it('measures in what webpack builds', async () => {
  const dir = makePage('webpack', { script: './out/main.js' });
  const stats = await promisify(webpack)({
    mode: 'production',
    context: dir,
    entry: './main.js',
    output: { path: join(dir, 'out') },
    // It warns of files as large as a database in WebAssembly is.
    performance: false,
  });
  expect(stats.toJson({ all: false, errors: true, warnings: true })).toMatchObject({ errors: [], warnings: [] });
  expect((await measuredIn(dir)).result).toEqual(MEASURED);
});

it('measures in what esbuild builds, with the files of the engine beside it', async () => {
  const dir = makePage('esbuild', { script: './out/main.js' });
  const outdir = join(dir, 'out');
  const options = { bundle: true, splitting: true, format: 'esm', outdir, logLevel: 'error' };
  await esbuild.build({ ...options, entryPoints: [join(dir, 'main.js')] });
  cpSync(join(project.dir, 'node_modules/@opfsmark/core/dist'), outdir, { recursive: true });
  expect((await measuredIn(dir)).result).toEqual(MEASURED);
});
