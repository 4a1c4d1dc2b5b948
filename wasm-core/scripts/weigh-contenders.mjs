/**
 * Weighs what a page downloads for each contender of the family `app-storage`, compressed with gzip, and writes it into
 * its table: `npm run shipped -w wasm-core`.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { CONTENDERS } from '../../schema/src/families/app-storage/contender-ids.ts';
import { say } from '../../scripts/lib/say.mjs';

const FOLDER = fileURLToPath(new URL('../ts/families/app-storage/worker/contenders', import.meta.url));
export const TABLE = fileURLToPath(new URL('../../schema/src/families/app-storage/shipped.json', import.meta.url));

/** The adapter that each contender loads; one that only a page has is none. */
export const ADAPTERS = Object.fromEntries(
  Object.entries(CONTENDERS).flatMap(([id, { adapter }]) => (adapter === null ? [] : [[id, adapter]])),
);

/** Everything that is built for one adapter: code, wasm, and workers that it may start. */
export async function weighAdapter(adapter) {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2023',
      minify: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: `${FOLDER}/${adapter}.ts`, preserveEntrySignatures: 'strict' },
    },
  });
  const { output } = Array.isArray(built) ? built[0] : built;
  return output
    .map((part) => gzipSync(part.type === 'chunk' ? part.code : part.source, { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const weights = new Map();
  for (const adapter of new Set(Object.values(ADAPTERS))) weights.set(adapter, await weighAdapter(adapter));
  const table = Object.fromEntries(Object.entries(ADAPTERS).map(([id, adapter]) => [id, weights.get(adapter)]));
  writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  for (const [id, bytes] of Object.entries(table)) say(`${id}: ${bytes} bytes`);
}
