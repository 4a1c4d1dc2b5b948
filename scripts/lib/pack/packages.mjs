/**
 * The packages as they would be published: each in a folder of its own in build/packages, with a package.json that is written
 * here. Inside the repository everything resolves to sources, which no other project could run.
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { OLDEST } from '../../../wasm-core/cli/launch.cjs';
import { manPage } from '../../../wasm-core/cli/shells.ts';
import { commandNames, helpText } from '../../../wasm-core/cli/usage.ts';
import { runOrFail, toolEnv } from '../command.mjs';
import { ROOT } from '../paths.mjs';
import { bundle } from './bundle.mjs';
import { copyEmitted, emit } from './emit.mjs';
import { finish, readJson } from './manifest.mjs';

const PACKAGES_DIR = join(ROOT, 'build/packages');

/** The entries that the schema promises to others: `schema/README.md` says what each is. Inside the repository there are more. */
const SCHEMA_ENTRIES = ['documents', 'families', 'figures', 'report', 'boards', 'api', 'client'];

const KEYWORDS = ['benchmark', 'storage', 'ssd', 'iops', 'latency'];

/** Entries and their files, as `exports` of a package.json. */
function exportsOf(stems, files) {
  const entries = Object.entries(stems).map(([name, stem]) => [name, files(stem)]);
  return { ...Object.fromEntries(entries), './package.json': './package.json' };
}

function buildSchema(dir) {
  const { name, version, description, sideEffects, dependencies, exports } = readJson('schema/package.json');
  const stems = Object.fromEntries(
    SCHEMA_ENTRIES.map((entry) => [`./${entry}`, exports[`./${entry}`].replace(/^\.\/src\/|\.ts$/g, '')]),
  );
  const sources = Object.values(stems).map((stem) => `schema/src/${stem}`);
  copyEmitted(sources, {
    extensions: ['.js', '.d.ts'],
    to: join(dir, 'dist'),
    place: (path) => path.replace(/^schema\/src\//, ''),
  });
  const manifest = {
    ...{ name, version, description, keywords: [...KEYWORDS, 'zod', 'types'], sideEffects },
    exports: exportsOf(stems, (stem) => ({ types: `./dist/${stem}.d.ts`, default: `./dist/${stem}.js` })),
    dependencies,
  };
  finish(dir, { folder: 'schema', manifest });
}

async function buildCore(dir) {
  const { name, version, description, exports, dependencies } = readJson('wasm-core/package.json');
  const stems = Object.fromEntries(
    Object.entries(exports).map(([entry, path]) => [entry, path.replace(/^\.\/ts\/|\.ts$/g, '')]),
  );
  const sources = Object.values(stems).map((stem) => `wasm-core/ts/${stem}`);
  const entries = Object.fromEntries(Object.values(stems).map((stem) => [stem, `wasm-core/ts/${stem}.ts`]));
  const bundledFolders = await bundle(entries, { dir: join(dir, 'dist'), platform: 'browser' });
  // With those of the schema: it needs no other package of ours, which no registry has for a package manager to find.
  copyEmitted(sources, {
    extensions: ['.d.ts'],
    to: join(dir, 'dist/types'),
    place: (path) => path.replace(/^wasm-core\/ts\//, '').replace(/^schema\/src\//, 'schema/'),
  });
  const manifest = {
    ...{ name, version, description, keywords: [...KEYWORDS, 'opfs', 'wasm', 'browser'] },
    sideEffects: ['./dist/*worker*.js'],
    exports: exportsOf(stems, (stem) => ({ types: `./dist/types/${stem}.d.ts`, default: `./dist/${stem}.js` })),
    // Of its types; what it runs is bundled, because a worker in a page without a bundler finds no package.
    dependencies: { zod: dependencies.zod },
  };
  finish(dir, { folder: 'wasm-core', manifest, bundledFolders });
}

async function buildCli(dir) {
  const { version } = readJson('wasm-core/package.json');
  const bundledFolders = await bundle({ run: 'wasm-core/cli/run.mjs' }, { dir: join(dir, 'dist'), platform: 'node' });
  const page = { dir: join(dir, 'dist/store-page'), platform: 'browser' };
  bundledFolders.push(...(await bundle({ page: 'wasm-core/store-page/main.ts' }, page)));
  mkdirSync(join(dir, 'bin'));
  cpSync(join(ROOT, 'wasm-core/cli/packed.cjs'), join(dir, 'bin/opfsmark.cjs'));
  cpSync(join(ROOT, 'wasm-core/cli/launch.cjs'), join(dir, 'bin/launch.cjs'));
  const help = Object.fromEntries([null, ...commandNames].map((name) => [name ?? '', helpText('opfsmark', name)]));
  writeFileSync(join(dir, 'bin/texts.json'), JSON.stringify({ version, help }));
  writeFileSync(join(dir, 'opfsmark.1'), manPage('opfsmark', version));
  const manifest = {
    ...{ name: 'opfsmark', version, description: 'Measures how fast a drive is, with the tests of OPFSMark' },
    keywords: [...KEYWORDS, 'cli', 'fio', 'crystaldiskmark'],
    bin: { opfsmark: 'bin/opfsmark.cjs' },
    man: ['./opfsmark.1'],
    engines: { node: `>=${OLDEST}` },
  };
  finish(dir, { folder: 'wasm-core/cli', manifest, bundledFolders });
}

const BUILDERS = { schema: buildSchema, core: buildCore, opfsmark: buildCli };

async function build() {
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

let packages;

/**
 * Builds the three packages and packs each, once in a process; the core must be compiled.
 * @returns {Promise<Record<keyof typeof BUILDERS, { dir: string, file: string }>>}
 */
export const packAll = () => (packages ??= build());
