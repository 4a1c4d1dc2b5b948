import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const CORE_INFO = join(ROOT, 'wasm-core/dist/core-info.mjs');

/** SHA-256 of the core that was built here; its runs may rank like those of released cores. */
export function coreSha256() {
  const hash = /WASM_SHA256 = '([0-9a-f]{64})'/.exec(readFileSync(CORE_INFO, 'utf8'))?.[1];
  if (hash === undefined) throw new Error(`${CORE_INFO} names no core`);
  return hash;
}
