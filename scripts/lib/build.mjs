import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './paths.mjs';
import { runOrFail, toolEnv } from './command.mjs';
import { say } from './say.mjs';
import { needEmscripten } from './toolchain.mjs';

/** What a build or a test makes, and the Finder of macOS in each folder that it shows. */
const SKIPPED = new Set([
  '.DS_Store',
  'node_modules',
  '.svelte-kit',
  '.wrangler',
  'dist',
  'build',
  'test',
  'test-results',
]);

function* filesUnder(path) {
  if (!existsSync(join(ROOT, path))) return;
  if (!statSync(join(ROOT, path)).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(join(ROOT, path)).sort()) {
    if (!SKIPPED.has(name)) yield* filesUnder(join(path, name));
  }
}

/** One hash over the names and contents of all files under these paths. */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of [...paths].flatMap((path) => [...filesUnder(path)])) {
    hash
      .update(file.replaceAll('\\', '/'))
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Runs `work` unless the outputs exist and the inputs have not changed since. The hash of the inputs lies among the
 * outputs, so that deleting them deletes it.
 * @param {{ inputs: string[], outputs: string[], stamp: string }} what paths from the root; `outputs` must exist
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether it ran
 */
export async function buildIfChanged({ inputs, outputs, stamp }, work) {
  const before = hashOf(inputs);
  const stampFile = join(ROOT, stamp);
  const done =
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === before &&
    outputs.every((path) => existsSync(join(ROOT, path)));
  if (done) return false;
  // A build that is ended half-way leaves parts; the inputs of the last whole one may come back.
  rmSync(stampFile, { force: true });
  await work();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, before);
  return true;
}

const CORE_INPUTS = ['include', 'src', 'js', 'scripts', 'package.json'].map((path) => `wasm-core/${path}`);

/** Compiles the core to WebAssembly, if it is missing or has changed. */
export function buildCore() {
  const what = { inputs: CORE_INPUTS, outputs: ['wasm-core/dist/core.wasm'], stamp: 'wasm-core/dist/.inputs' };
  return buildIfChanged(what, async () => {
    await needEmscripten();
    say('Compiling the core ...');
    const failure = 'The core could not be compiled: see above.';
    const text = await runOrFail('npm', ['run', 'build', '-w', 'wasm-core'], failure, { env: toolEnv() });
    for (const line of text.split('\n').filter((line) => line.startsWith('core: warning:'))) say(line);
  });
}

/** Builds the site from the core and the page, if it is missing or has changed; whether it did. */
export function buildSite() {
  const what = {
    inputs: ['web', 'schema/src', 'wasm-core/ts', 'wasm-core/dist', 'worker-api/src', 'docs/data', 'package-lock.json'],
    outputs: ['web/.svelte-kit/cloudflare/_worker.js', 'web/.svelte-kit/output/server/index.js'],
    stamp: 'web/.svelte-kit/.inputs',
  };
  return buildIfChanged(what, async () => {
    say('Building the site ...');
    await runOrFail('npm', ['run', 'build', '-w', 'web'], 'The site could not be built: see above.', {
      env: toolEnv({ NODE_ENV: 'production' }),
    });
  });
}
