/**
 * The packages as they would be published: each in a folder of its own in build/packages, with a package.json that is written
 * here. Inside the repository everything resolves to sources, which no other project could run.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { manPage } from '../../../wasm-core/cli/shells.ts';
import { runOrFail, toolEnv } from '../command.mjs';
import { ROOT } from '../paths.mjs';
import { bundle } from './bundle.mjs';
import { copyEmitted, emit } from './declarations.mjs';

export const PACKAGES_DIR = join(ROOT, 'build/packages');

const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const root = readJson('package.json');

/** What all packages have. */
const HEAD = { license: root.license, type: 'module' };

/** Paths of sources -> of the files that a package has in their place; patterns stay patterns. */
function exportsOf({ exports }, conditionsOf) {
  const own = Object.entries(exports).filter(([, path]) => /^\.\/(?:src|ts)\//.test(path));
  const entries = own.map(([name, path]) => [name, conditionsOf(path.replace(/^\.\/(?:src|ts)\/|\.ts$/g, ''))]);
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

function finish(dir, manifest, readme, bundled = []) {
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(ROOT, readme), join(dir, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(dir, 'LICENSE'));
  if (bundled.length > 0) writeFileSync(join(dir, 'THIRD-PARTY-LICENSES.txt'), licencesOf(bundled));
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
  const bundled = await bundle(entries, { dir: join(dir, 'dist'), platform: 'browser' });
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
  finish(dir, manifest, 'wasm-core/README.md', bundled);
}

async function buildCli(dir) {
  const { version } = readJson('wasm-core/package.json');
  const entries = { opfsmark: 'wasm-core/cli/packed.mjs' };
  const bundled = await bundle(entries, { dir: join(dir, 'dist'), platform: 'node' });
  writeFileSync(join(dir, 'opfsmark.1'), manPage('opfsmark', version));
  const manifest = {
    ...{ name: 'opfsmark', version, description: 'Measures how fast a drive is, with the tests of OPFSMark', ...HEAD },
    bin: { opfsmark: './dist/opfsmark.js' },
    man: ['./opfsmark.1'],
    files: ['dist', 'opfsmark.1', 'THIRD-PARTY-LICENSES.txt'],
    engines: root.engines,
  };
  finish(dir, manifest, 'wasm-core/cli/README.md', bundled);
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
  const packed = await runOrFail('npm', ['pack', '--json', ...dirs], 'npm could not pack them: see above.', {
    cwd: PACKAGES_DIR,
    env: toolEnv(),
  });
  const files = Object.values(JSON.parse(packed));
  const found = Object.keys(BUILDERS).map((name, index) => [
    name,
    { dir: dirs[index], file: join(PACKAGES_DIR, files[index].filename) },
  ]);
  for (const [name, { file }] of found) if (!existsSync(file)) throw new Error(`npm packed no ${name}: ${file}`);
  return Object.fromEntries(found);
}
