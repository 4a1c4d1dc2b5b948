/** Sources as the compiler writes them: modules with their types, for what packages have of them. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, cpSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { runOrFail, toolEnv } from '../command.mjs';
import { ROOT } from '../paths.mjs';

const EMITTED = join(ROOT, 'build/emitted');
/** By its path: TypeScript 6, which linters need, has a program of the same name and takes six times as long. */
export const TSC = join(ROOT, 'node_modules/@typescript/native/bin/tsc');

/** Writes modules and types of the schema, and the types of the engine, into build/emitted. */
export async function emit() {
  rmSync(EMITTED, { recursive: true, force: true });
  const project = join(ROOT, 'scripts/lib/pack/tsconfig.json');
  await runOrFail('node', [TSC, '-p', project], 'The types could not be written: see above.', { env: toolEnv() });
}

const { exports: schemaEntries } = JSON.parse(readFileSync(join(ROOT, 'schema/package.json'), 'utf8'));

/** The source of '@opfsmark/schema/families/matrix/plan' from the root, as Node.js would find it. */
function schemaSource(specifier) {
  const entry = specifier.replace('@opfsmark/schema', '.');
  if (schemaEntries[entry]) return posix.join('schema', schemaEntries[entry]);
  const patterns = Object.keys(schemaEntries)
    .filter((name) => name.endsWith('*') && entry.startsWith(name.slice(0, -1)))
    .sort((a, b) => b.length - a.length);
  return posix.join('schema', schemaEntries[patterns[0]].replace('*', entry.slice(patterns[0].length - 1)));
}

/** An import of ours, in quotes: by its path, and in types of the engine by the name of the schema's entry. */
const IMPORT = /((?:from|import) ?\(? ?)(['"])(\.{1,2}\/[^'"]+|@opfsmark\/schema\/[^'"]+)\2/g;

/**
 * Copies files that were emitted, with all that they import; imports of the schema become paths, which have slashes on every system.
 * What is missing ends it.
 * @param {readonly string[]} files their paths without the extension, from the root
 * @param {{ extensions: readonly string[], to: string, place: (path: string) => string }} options `place`: where a path from the
 * root lies in `to`
 */
export function copyEmitted(files, { extensions, to, place }) {
  const pendingFiles = files.flatMap((stem) => extensions.map((extension) => `${stem}${extension}`));
  const copiedFiles = new Set();
  for (let file = pendingFiles.pop(); file !== undefined; file = pendingFiles.pop()) {
    if (copiedFiles.has(file)) continue;
    copiedFiles.add(file);
    const source = join(EMITTED, file);
    if (!existsSync(source)) throw new Error(`${file} is imported and was not written.`);
    const target = join(to, place(file));
    mkdirSync(dirname(target), { recursive: true });
    if (file.endsWith('.json')) {
      cpSync(source, target);
      continue;
    }
    const isTypes = file.endsWith('.d.ts');
    const text = readFileSync(source, 'utf8').replace(IMPORT, (_, keyword, quote, specifier) => {
      const path = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : schemaSource(specifier);
      const stem = path.replace(/\.[jt]s$/, '');
      pendingFiles.push(path.endsWith('.json') ? path : `${stem}${isTypes ? '.d.ts' : '.js'}`);
      const address = posix.relative(posix.dirname(place(file)), place(path.endsWith('.json') ? path : `${stem}.js`));
      return `${keyword}${quote}${address.startsWith('.') ? address : `./${address}`}${quote}`;
    });
    writeFileSync(target, text);
  }
}
