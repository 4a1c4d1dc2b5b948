/** The programs of packages, bundled: a worker in a page without a bundler finds no package, and a command line starts faster. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { dynamicImportVarsPlugin, importGlobPlugin } from 'rolldown/experimental';
import { ROOT } from '../paths.mjs';

const SOURCE = /\.(?:[cm]?ts|m?js)$/;
const NAMED_BY_URL = /new URL\(\s*(['"])([\w./-]+)\1,\s*import\.meta\.url\s*\)/g;

/** Modules have the paths of the system: on Windows with backslashes. */
const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** The folder of the package that a module is of; `undefined`: it is one of ours. */
export const packageOf = (id) => PACKAGE.exec(id)?.[1];

/** A whole SQLite in a worker of its own: a library names it, and nothing here asks for it. */
const NEVER_STARTED = new Set(['sqlite3-worker1.mjs']);

/** "families-database-worker-main" of wasm-core/ts/families/database/worker/main.ts; of a package's file, its own name. */
function chunkName(path) {
  const sourcePath = relative(join(ROOT, 'wasm-core/ts'), path);
  return (sourcePath.startsWith('..') ? basename(path) : sourcePath.replaceAll(/[\\/]/g, '-')).replace(SOURCE, '');
}

/**
 * Takes over what modules name with `new URL('…', import.meta.url)`: a worker becomes an entry of its own, any other file
 * is copied. All lie in one folder, so that the written address is the right one in every module.
 */
const filesByUrl = (isUsed) => ({
  name: 'files-by-url',
  transform(code, id) {
    if (!code.includes('import.meta.url') || !isUsed(id)) return null;
    const rewrittenCode = code.replace(NAMED_BY_URL, (whole, _, name) => {
      if (NEVER_STARTED.has(name)) return 'undefined';
      const path = join(dirname(id), name);
      let fileName = basename(path);
      try {
        if (SOURCE.test(path)) {
          fileName = `${chunkName(path)}.js`;
          this.emitFile({ type: 'chunk', id: path, fileName, preserveSignature: false });
        } else this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
        return whole;
      }
      return `new URL('./${fileName}', import.meta.url)`;
    });
    return rewrittenCode === code ? null : { code: rewrittenCode };
  },
  // A library can name what it never uses here.
  generateBundle(_, files) {
    const code = Object.values(files).flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
    for (const [fileName, { isEntry, facadeModuleId, type }] of Object.entries(files)) {
      const isOwn = type === 'chunk' && !(isEntry && packageOf(facadeModuleId ?? ''));
      if (!isOwn && !code.some((text) => text.includes(`./${fileName}`))) delete files[fileName];
    }
  },
});

/** DuckDB alone is more than all else of a package: whoever asks for it there is told so. */
const withoutDuckdb = {
  name: 'without-duckdb',
  load: (id) =>
    /[\\/]contenders[\\/]duckdb\.ts$/.test(id)
      ? "export const stores = { duckdb: { open: () => Promise.reject(new Error('DuckDB is not in this package')) } };"
      : null,
};

/** Under Node.js no worker of a browser is started, whatever modules are shared with it. */
const IN_NODE = /[\\/]wasm-core[\\/](?:cli|ts[\\/]node|dist)[\\/]/;

/**
 * Bundles what a package runs into a flat folder: modules, and beside them the files they name by URL.
 * @param {Record<string, string>} entries the name of each file -> its source, from the root
 * @param {{ dir: string, platform: 'browser' | 'node' }} options
 * @returns {Promise<string[]>} the folders of the packages that are in it
 */
export async function bundle(entries, { dir, platform }) {
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(ROOT, path)]));
  const build = await rolldown({
    input,
    platform,
    // Fewer and larger files compress better. The entries also export, under names of one letter, what their other parts share.
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      withoutDuckdb,
      dynamicImportVarsPlugin(),
      importGlobPlugin(),
      filesByUrl((id) => platform === 'browser' || IN_NODE.test(id)),
    ],
    transform: { target: platform === 'node' ? 'node22' : 'es2023' },
  });
  const { output } = await build.write({
    dir,
    format: 'esm',
    // In a terminal, Node.js shows the line of an error.
    minify: platform === 'browser',
    // They tell a bundler which import it must leave alone.
    comments: { annotation: true },
    codeSplitting: { groups: [{ name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]/ }] },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return [...new Set(modules.flatMap((id) => packageOf(id) ?? []))].sort();
}
