import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './paths.mjs';

const SKIPPED = new Set(['node_modules', '.svelte-kit', '.wrangler', 'dist', 'build', 'test', 'test-results']);

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
      .update(file)
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
 */
export async function buildIfChanged({ inputs, outputs, stamp }, work) {
  const before = hashOf(inputs);
  const stampFile = join(ROOT, stamp);
  const done =
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === before &&
    outputs.every((path) => existsSync(join(ROOT, path)));
  if (done) return;
  await work();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, before);
}
