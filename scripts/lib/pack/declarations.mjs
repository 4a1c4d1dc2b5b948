/** Modules and types as TypeScript writes them, with the names that their files have in a package. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runOrFail, toolEnv } from '../command.mjs';
import { ROOT } from '../paths.mjs';

const EMITTED = join(ROOT, 'build/emitted');
/** A module that a file names by its path, in quotes. */
const RELATIVE = /((?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+)\.ts(['"])/g;

/** Writes modules and types of the schema, and the types of the engine, into build/emitted. */
export async function emit() {
  rmSync(EMITTED, { recursive: true, force: true });
  await runOrFail(
    'tsc',
    ['-p', join(ROOT, 'scripts/lib/pack/tsconfig.json')],
    'The types could not be written: see above.',
    {
      env: toolEnv(),
    },
  );
}

/**
 * Copies files that were emitted, with all that they import, and says `.js` where their sources say `.ts`.
 * @param {readonly string[]} files paths of the emitted files, from `from`
 */
export function copyEmitted(from, files, to) {
  const source = join(EMITTED, from);
  const waiting = [...files];
  const copied = new Set();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (copied.has(file)) continue;
    copied.add(file);
    const target = join(to, file);
    mkdirSync(dirname(target), { recursive: true });
    if (file.endsWith('.json')) cpSync(join(source, file), target);
    else {
      const text = readFileSync(join(source, file), 'utf8');
      writeFileSync(target, text.replace(RELATIVE, '$1$2.js$3'));
      waiting.push(...importsOf(file, text).filter((path) => existsSync(join(source, path))));
    }
  }
}

function importsOf(file, text) {
  const isTypes = file.endsWith('.d.ts');
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)].map(([, name]) => name);
  return names.flatMap((name) => {
    const path = relative('', join(dirname(file), name));
    if (path.endsWith('.json')) return [path];
    const stem = path.replace(/\.(?:ts|js)$/, '');
    return isTypes ? [`${stem}.d.ts`] : [`${stem}.js`];
  });
}
