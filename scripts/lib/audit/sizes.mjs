import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../paths.mjs';

export function coreGzipBytes() {
  return gzipSync(readFileSync(join(ROOT, 'wasm-core/dist/core.wasm'))).length;
}
