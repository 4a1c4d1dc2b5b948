/**
 * Vitest's global setup: keeps the worker threads' code without its types in Node's compile cache. Without it each thread
 * compiles the WebAssembly that strips types, and frees it while others compile theirs: see vitest.config.ts.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const THREAD = new URL('../ts/node/worker/main.ts', import.meta.url);

export default function stripTypes() {
  // Outside of a thread it ends with an error, once all that it imports is loaded.
  const load = `await import(${JSON.stringify(THREAD.href)}).catch(() => undefined)`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', load], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  });
}
