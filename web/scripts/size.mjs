/**
 * `npm run size -w web`: what a first visit loads as script, gzipped, page by page, from the manifest of the build. Fails above
 * the budget, and where the service's answer does not name all that its page imports.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { firstLoads } from './first-loads.ts';

const CLIENT = new URL('../.svelte-kit/output/client/', import.meta.url);

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', CLIENT), 'utf8'));
/** Module -> its chunk, as vite.config.ts wrote it down; chunk -> its key in the manifest. */
const chunkOf = JSON.parse(readFileSync(new URL('../.svelte-kit/chunks.json', import.meta.url), 'utf8'));
const keyOf = Object.fromEntries(Object.entries(manifest).map(([key, { file }]) => [file, key]));

/** The file that a module is in, and all that this file imports. */
function withImports(modules) {
  const keys = new Set();
  const add = (key) => {
    if (keys.has(key)) return;
    keys.add(key);
    (manifest[key].imports ?? []).forEach(add);
  };
  for (const module of modules) {
    if (!chunkOf[module]) throw new Error(`${module} is not in the build`);
    add(keyOf[chunkOf[module]]);
  }
  return keys;
}

/** Bytes of script of a page, gzipped, and in how many files. */
function weigh({ route, node, first }) {
  const keys = withImports(first);
  const files = new Set([...keys].map((key) => manifest[key].file));
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, CLIENT))).length, 0);
  return { route, node, bytes, files: files.size };
}

/** Pages that people come to from elsewhere: the run page, and a result that somebody has shared. */
const LANDING = { routes: ['/', '/r/[id]'], budgetKib: 102 };
const BUDGET_KIB = 132;

const budgetOf = (route) => (LANDING.routes.includes(route) ? LANDING.budgetKib : BUDGET_KIB);

/** Files that the browser would find only after it has read a part: see `generateBundle` in vite.config.ts. */
function notPreloaded({ node }) {
  const output = `../.svelte-kit/output/server/nodes/${node.split('/').at(-1)}`;
  const source = readFileSync(new URL(output, import.meta.url), 'utf8');
  const named = JSON.parse(/^export const imports = (.*);$/m.exec(source)[1]);
  return [...withImports([node])].map((key) => manifest[key].file).filter((it) => !named.includes(it));
}

const loads = firstLoads(Object.keys(chunkOf)).map(weigh);
for (const { route, bytes, files } of loads) {
  console.log(`${route}: ${(bytes / 1024).toFixed(1)} KiB of script in ${files} files (at most ${budgetOf(route)})`);
}
const late = loads.flatMap(notPreloaded);
if (late.length > 0) console.log(`not preloaded: ${[...new Set(late)].join(', ')}`);
process.exitCode = late.length > 0 || loads.some(({ route, bytes }) => bytes > budgetOf(route) * 1024) ? 1 : 0;
