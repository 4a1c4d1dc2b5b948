import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../paths.mjs';

/** Script of a first visit to the run page, as `npm run size -w web` counts it. */
export async function firstLoadBytes() {
  // Reads the build, which is there once the site has started.
  const { firstLoads } = await import('../../../web/scripts/first-load.mjs');
  const run = firstLoads().find(({ route }) => route === '/');
  if (!run) throw new Error('the build has no run page');
  return run.bytes;
}

export function coreGzipBytes() {
  return gzipSync(readFileSync(join(ROOT, 'wasm-core/dist/core.wasm'))).length;
}
