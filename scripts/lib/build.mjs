import { runOrFail, toolEnv } from './command.mjs';
import { buildIfChanged } from './inputs.mjs';
import { say } from './say.mjs';
import { needEmscripten } from './toolchain.mjs';

const CORE_INPUTS = ['include', 'src', 'js', 'scripts', 'package.json'].map((path) => `wasm-core/${path}`);

/** Compiles the core to WebAssembly, if it is missing or has changed. */
export function buildCore() {
  const what = { inputs: CORE_INPUTS, outputs: ['wasm-core/dist/core.wasm'], stamp: 'wasm-core/dist/.inputs' };
  return buildIfChanged(what, async () => {
    await needEmscripten();
    say('Compiling the core ...');
    const failed = 'The core could not be compiled: see above.';
    const text = await runOrFail('npm', ['run', 'build', '-w', 'wasm-core'], failed, { env: toolEnv() });
    for (const line of text.split('\n').filter((line) => line.startsWith('core: warning:'))) say(line);
  });
}

/** Builds the site from the core and the page, if it is missing or has changed. */
export function buildSite() {
  const what = {
    inputs: ['web', 'schema/src', 'wasm-core/ts', 'wasm-core/dist', 'worker-api/src', 'package-lock.json'],
    outputs: ['web/.svelte-kit/cloudflare/_worker.js'],
    stamp: 'web/.svelte-kit/.inputs',
  };
  return buildIfChanged(what, async () => {
    say('Building the site ...');
    await runOrFail('npm', ['run', 'build', '-w', 'web'], 'The site could not be built: see above.', {
      env: toolEnv({ NODE_ENV: 'production' }),
    });
  });
}
