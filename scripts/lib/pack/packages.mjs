/**
 * The packages as they would be published: each in a folder of its own in build/packages, with a package.json that is written
 * here. Inside the repository everything resolves to sources, which no other project could run.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { manPage } from '../../../wasm-core/cli/shells.ts';
import { runOrFail, toolEnv } from '../command.mjs';
import { rolldown } from 'rolldown';
import { ROOT } from '../paths.mjs';

const SOURCE = /\.(?:[cm]?ts|m?js)$/;
const NAMED_BY_URL = /new URL\(\s*(['"])([\w./-]+)\1,\s*import\.meta\.url\s*\)/g;

/** A whole SQLite in a worker of its own: a library names it, and nothing here asks for it. */
const NEVER_STARTED = new Set(['sqlite3-worker1.mjs']);

/** "families-database-worker-main" of wasm-core/ts/families/database/worker/main.ts; of a package's file, its own name. */
function chunkName(path) {
  const sourcePath = relative(join(ROOT, 'wasm-core/ts'), path);
  return (sourcePath.startsWith('..') ? basename(path) : sourcePath.replaceAll('/', '-')).replace(SOURCE, '');
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
      const isOwn = type === 'chunk' && !(isEntry && facadeModuleId?.includes('/node_modules/'));
      if (!isOwn && !code.some((text) => text.includes(`./${fileName}`))) delete files[fileName];
    }
  },
});

/** Under Node.js no worker of a browser is started, whatever modules are shared with it. */
const IN_NODE = /\/wasm-core\/(?:cli|ts\/node|dist)\//;

/**
 * Bundles what a package runs into a flat folder: modules, and beside them the files they name by URL.
 * @param {Record<string, string>} entries the name of each file -> its source, from the root
 * @param {{ dir: string, platform: 'browser' | 'node' }} options
 * @returns {Promise<string[]>} the folders of the packages that are in it
 */
async function bundle(entries, { dir, platform }) {
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(ROOT, path)]));
  const build = await rolldown({
    input,
    platform,
    // Fewer and larger files compress better. The entries also export, under names of one letter, what their other parts share.
    preserveEntrySignatures: 'allow-extension',
    plugins: [filesByUrl((id) => platform === 'browser' || IN_NODE.test(id))],
    transform: { target: platform === 'node' ? 'node22' : 'es2023' },
  });
  const { output } = await build.write({
    dir,
    format: 'esm',
    minify: true,
    // For bundlers, which have nothing left to take out: what nothing uses is gone.
    comments: { annotation: false },
    codeSplitting: { groups: [{ name: 'zod', test: /\/node_modules\/zod\// }] },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return [...new Set(modules.flatMap((id) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []))].sort();
}

const EMITTED = join(ROOT, 'build/emitted');
/** A module that a file names by its path, in quotes. */
const RELATIVE = /((?:from|import)\s*(?:\(\s*)?['"])(\.{1,2}\/[^'"]+)\.ts(['"])/g;

/** By its path: the compiler that checks the site brings a program of the same name. */
export const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** Writes modules and types of the schema, and the types of the engine, into build/emitted. */
async function emit() {
  rmSync(EMITTED, { recursive: true, force: true });
  const project = join(ROOT, 'scripts/lib/pack/tsconfig.json');
  await runOrFail('node', [TSC, '-p', project], 'The types could not be written: see above.', { env: toolEnv() });
}

/**
 * Copies files that were emitted, with all that they import, and says `.js` where their sources say `.ts`.
 * @param {readonly string[]} files paths of the emitted files, from `from`
 */
function copyEmitted(from, files, to) {
  const source = join(EMITTED, from);
  const pendingFiles = [...files];
  const copiedFiles = new Set();
  for (let file = pendingFiles.pop(); file !== undefined; file = pendingFiles.pop()) {
    if (copiedFiles.has(file)) continue;
    copiedFiles.add(file);
    const target = join(to, file);
    mkdirSync(dirname(target), { recursive: true });
    if (file.endsWith('.json')) cpSync(join(source, file), target);
    else {
      const text = readFileSync(join(source, file), 'utf8');
      writeFileSync(target, text.replace(RELATIVE, '$1$2.js$3'));
      pendingFiles.push(...importsOf(file, text).filter((path) => existsSync(join(source, path))));
    }
  }
}

function importsOf(file, text) {
  const isTypes = file.endsWith('.d.ts');
  const names = [...text.matchAll(/(?:from|import)\s*(?:\(\s*)?['"](\.{1,2}\/[^'"]+)['"]/g)].map(([, name]) => name);
  return names.flatMap((name) => {
    const path = relative('', join(dirname(file), name));
    if (path.endsWith('.json')) return [path];
    const stem = path.replace(/\.(?:ts|js)$/, '');
    return isTypes ? [`${stem}.d.ts`] : [`${stem}.js`];
  });
}

const PACKAGES_DIR = join(ROOT, 'build/packages');

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const root = readJson('package.json');

/** What all packages have. */
const HEAD = { license: root.license, type: 'module' };

/** Paths of sources -> of the files that a package has in their place; patterns stay patterns. */
function exportsOf({ exports }, conditionsOf) {
  const sourceExports = Object.entries(exports).filter(([, path]) => /^\.\/(?:src|ts)\//.test(path));
  const entries = sourceExports.map(([name, path]) => [
    name,
    conditionsOf(path.replace(/^\.\/(?:src|ts)\/|\.ts$/g, '')),
  ]);
  return { ...Object.fromEntries(entries), './package.json': './package.json' };
}

/** The licences of what is bundled, which ask to go wherever it goes. */
function licencesOf(folders) {
  return folders
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const [file] = globSync('{LICENSE,LICENCE,COPYING}*', { cwd: folder });
      const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
      return `${name} ${version}\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function finish(dir, manifest, readme, bundledFolders = []) {
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(ROOT, readme), join(dir, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(dir, 'LICENSE'));
  if (bundledFolders.length > 0) writeFileSync(join(dir, 'THIRD-PARTY-LICENSES.txt'), licencesOf(bundledFolders));
}

function buildSchema(dir) {
  const { name, version, description, sideEffects, dependencies, exports } = readJson('schema/package.json');
  const sources = Object.values(exports).filter((path) => path.startsWith('./src/'));
  const stems = sources
    .flatMap((path) => globSync(path, { cwd: join(ROOT, 'schema') }))
    .map((path) => path.replace(/^src\/|\.ts$/g, ''));
  copyEmitted(
    'schema/src',
    stems.flatMap((stem) => [`${stem}.js`, `${stem}.d.ts`]),
    join(dir, 'dist'),
  );
  const conditions = (stem) => ({ types: `./dist/${stem}.d.ts`, default: `./dist/${stem}.js` });
  const manifest = { name, version, description, ...HEAD, sideEffects, exports: exportsOf({ exports }, conditions) };
  finish(dir, { ...manifest, files: ['dist'], dependencies }, 'schema/README.md');
}

async function buildCore(dir) {
  const { name, version, description, exports } = readJson('wasm-core/package.json');
  const stems = Object.values(exports).map((path) => path.replace(/^\.\/ts\/|\.ts$/g, ''));
  const entries = Object.fromEntries(stems.map((stem) => [stem, `wasm-core/ts/${stem}.ts`]));
  const bundledFolders = await bundle(entries, { dir: join(dir, 'dist'), platform: 'browser' });
  copyEmitted(
    'wasm-core/ts',
    stems.map((stem) => `${stem}.d.ts`),
    join(dir, 'dist/types'),
  );
  const conditions = (stem) => ({ types: `./dist/types/${stem}.d.ts`, default: `./dist/${stem}.js` });
  const manifest = {
    ...{ name, version, description, ...HEAD },
    sideEffects: ['./dist/*worker*.js'],
    exports: exportsOf({ exports }, conditions),
    files: ['dist', 'THIRD-PARTY-LICENSES.txt'],
    // Its types; what it runs is bundled, because a worker in a page without a bundler finds no package.
    dependencies: { '@opfsmark/schema': version },
  };
  finish(dir, manifest, 'wasm-core/README.md', bundledFolders);
}

async function buildCli(dir) {
  const { version } = readJson('wasm-core/package.json');
  const entries = { opfsmark: 'wasm-core/cli/packed.mjs' };
  const bundledFolders = await bundle(entries, { dir: join(dir, 'dist'), platform: 'node' });
  writeFileSync(join(dir, 'opfsmark.1'), manPage('opfsmark', version));
  const manifest = {
    ...{ name: 'opfsmark', version, description: 'Measures how fast a drive is, with the tests of OPFSMark', ...HEAD },
    bin: { opfsmark: './dist/opfsmark.js' },
    man: ['./opfsmark.1'],
    files: ['dist', 'opfsmark.1', 'THIRD-PARTY-LICENSES.txt'],
    engines: root.engines,
  };
  finish(dir, manifest, 'wasm-core/cli/README.md', bundledFolders);
}

const BUILDERS = { schema: buildSchema, core: buildCore, opfsmark: buildCli };

/**
 * Builds the three packages and packs each; the core must be compiled.
 * @returns {Promise<Record<keyof typeof BUILDERS, { dir: string, file: string }>>}
 */
export async function packAll() {
  rmSync(PACKAGES_DIR, { recursive: true, force: true });
  await emit();
  const dirs = Object.keys(BUILDERS).map((name) => join(PACKAGES_DIR, name));
  for (const dir of dirs) {
    mkdirSync(dir, { recursive: true });
    await BUILDERS[basename(dir)](dir);
  }
  const packOutput = await runOrFail('npm', ['pack', '--json', ...dirs], 'npm could not pack them: see above.', {
    cwd: PACKAGES_DIR,
    env: toolEnv(),
  });
  const files = Object.values(JSON.parse(packOutput));
  const packages = Object.keys(BUILDERS).map((name, index) => [
    name,
    { dir: dirs[index], file: join(PACKAGES_DIR, files[index].filename) },
  ]);
  for (const [name, { file }] of packages) if (!existsSync(file)) throw new Error(`npm packed no ${name}: ${file}`);
  return Object.fromEntries(packages);
}
