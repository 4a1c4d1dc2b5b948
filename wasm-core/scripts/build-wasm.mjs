/**
 * Compiles the core to dist/core.mjs and dist/core.wasm and writes dist/core-info.mjs beside them. Does nothing when
 * sources, flags and compiler are those of the last build; `--force` compiles anyway.
 *
 * Emscripten is called directly: one command for one module. CMake serves the native tests (CMakeLists.txt).
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { flagsOf, isTested, parseVersion, runCompiler, TESTED_VERSIONS, untestedWarning } from './emscripten.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const out = (name) => join(dist, name);
const MAX_GZIP_BYTES = 12 * 1024;

const COMMON_FLAGS = [
  '-std=c++20',
  '-O3',
  '-flto',
  '-msimd128',
  '-mnontrapping-fptoint',
  '-fno-exceptions',
  '-fno-rtti',
  '-fno-threadsafe-statics',
  '-Wall',
  '-Wextra',
  '-sMODULARIZE',
  '-sEXPORT_ES6',
  '-sEXPORT_NAME=createCore',
  '-sENVIRONMENT=worker',
  '-sFILESYSTEM=0',
  '-sMALLOC=emmalloc',
  // Holds what any block up to 1 MiB needs: 3 MiB and what is static. Pages not touched cost nothing.
  '-sINITIAL_MEMORY=3407872',
  '-sTOTAL_STACK=65536',
  '-sALLOW_MEMORY_GROWTH',
  '-sMAXIMUM_MEMORY=2147483648',
  '-sABORTING_MALLOC=0',
  '--no-entry',
];

function filesUnder(folder, suffix) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path, suffix) : path.endsWith(suffix) ? [path] : [];
    })
    .sort();
}

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * DuckDB as a page loads it: see `duckdb-worker.ts`. A gzip file ends with the size of what is in it. Servers unpack what is called
 * `.gz`, or have the browser do it.
 */
function placeDuckdb() {
  const fileOf = (name) => createRequire(import.meta.url).resolve(`@duckdb/duckdb-wasm/dist/${name}`);
  const [wasm, target] = [fileOf('duckdb-eh.wasm'), out('duckdb-eh.wasm.bin')];
  mkdirSync(dist, { recursive: true });
  copyFileSync(fileOf('duckdb-browser-eh.worker.js'), out('duckdb-worker.js'));
  const isThere =
    existsSync(target) && readFileSync(target).readUInt32LE(statSync(target).size - 4) === statSync(wasm).size;
  if (!isThere) writeFileSync(target, gzipSync(readFileSync(wasm), { level: 9 }));
}
placeDuckdb();

const versionRun = runCompiler(['-dumpversion'], 'pipe');
if (versionRun.error?.code === 'ENOENT') {
  fail(
    `core: em++ is not in PATH. Install Emscripten ${TESTED_VERSIONS[0]} or newer (Debian: apt-get install emscripten; macOS: brew install emscripten).`,
  );
}
if (versionRun.error) throw versionRun.error;
const emscripten = parseVersion(versionRun.stdout);
const warning = untestedWarning(emscripten);
if (warning !== null) console.warn(warning);
const compiler = `emscripten ${emscripten ?? 'unknown'}`;
const flags = [...COMMON_FLAGS, ...flagsOf(emscripten)];

const library = join(root, 'js', 'storage.lib.js');
// There are no files of an operating system in a browser.
const isNative = (path) => path.endsWith('posix.cc') || dirname(path).endsWith('native');
const sources = filesUnder(join(root, 'src'), '.cc').filter((path) => !isNative(path));
const inputs = [...sources, ...filesUnder(join(root, 'include'), '.h'), library];
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const inputsSha256 = sha256(
  version,
  compiler,
  ...flags,
  ...inputs.flatMap((path) => [relative(root, path), '\0', readFileSync(path)]),
);

const infoPath = out('core-info.mjs');
const built = ['core.mjs', 'core.wasm', 'core-info.mjs'].every((name) => existsSync(out(name)));
if (built && !process.argv.includes('--force') && readFileSync(infoPath, 'utf8').includes(inputsSha256)) {
  console.log('core: up to date');
  process.exit(0);
}

mkdirSync(dist, { recursive: true });
for (const name of ['core.mjs', 'core.wasm', 'core-info.mjs']) rmSync(out(name), { force: true });

const args = [...flags, `-I${join(root, 'include')}`, ...sources, '--js-library', library, '-o', out('core.mjs')];
const compilation = runCompiler(args, 'inherit');
if (compilation.error) throw compilation.error;
if (compilation.status !== 0) fail(`core: em++ ended with ${compilation.signal ?? `code ${compilation.status}`}`);
// Emscripten has been seen to report success after failing to write the JavaScript half.
for (const name of ['core.mjs', 'core.wasm']) {
  if (!existsSync(out(name)) || statSync(out(name)).size === 0) fail(`core: em++ left no dist/${name}`);
}

const wasm = readFileSync(out('core.wasm'));
writeFileSync(
  infoPath,
  `export const CORE_VERSION = '${version}';
export const WASM_SHA256 = '${sha256(wasm)}';
export const COMPILER = '${compiler}';
// Inputs: ${inputsSha256}
`,
);
const gzipBytes = gzipSync(wasm, { level: 9 }).length;
console.log(`core: built, core.wasm ${wasm.length} bytes, ${gzipBytes} gzipped`);
if (gzipBytes > MAX_GZIP_BYTES) {
  const sentence = `core.wasm should have at most ${MAX_GZIP_BYTES} bytes gzipped`;
  if (isTested(emscripten)) fail(`core: ${sentence}`);
  console.warn(`core: warning: ${sentence}.`);
}
