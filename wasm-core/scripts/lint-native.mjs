/** clang-format over all C++ and clang-tidy over the core's sources; what is not installed is skipped and named. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function filesUnder(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(h|cc)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

const isPresent = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

function checkFormat() {
  if (!isPresent('clang-format')) {
    console.log('clang-format: skipped, it is not installed');
    return true;
  }
  const files = ['include', 'src', 'test'].flatMap(filesUnder);
  const { status } = spawnSync('clang-format', ['--dry-run', '--Werror', ...files], { cwd: root, stdio: 'inherit' });
  console.log(`clang-format: ${files.length} files, ${status === 0 ? 'all formatted' : 'not all formatted'}`);
  return status === 0;
}

/** The analyzer in its deep mode takes two thirds of the time of all checks, and has found nothing more here. */
const SHALLOW = ['-Xclang', '-analyzer-config', '-Xclang', 'mode=shallow'];
/** Named so, the analyzer looks at what this file includes as if it stood there. */
const TOGETHER = join(root, 'build', 'UnifiedSource.cc');

/** Most of the time goes into headers: they are read once, for all sources together. */
function checkTidy() {
  if (!isPresent('clang-tidy')) {
    console.log('clang-tidy: skipped, it is not installed');
    return true;
  }
  // abi.cc is for the WebAssembly target alone, whose headers clang-tidy does not have.
  const sources = filesUnder('src').filter((file) => file.endsWith('.cc') && !file.endsWith('abi.cc'));
  // A program of its own: there can be one `main` in a file.
  const ownFile = join('src', 'native', 'backed_memory.cc');
  mkdirSync(dirname(TOGETHER), { recursive: true });
  writeFileSync(
    TOGETHER,
    sources
      .filter((file) => file !== ownFile)
      .map((file) => `#include "${join(root, file)}"\n`)
      .join(''),
  );
  const options = [
    '--quiet',
    '--checks=-bugprone-suspicious-include',
    '--header-filter=(include/opfsmark|wasm-core/src)/',
  ];
  const files = [TOGETHER, ownFile];
  const results = files.map((file) =>
    spawnSync('clang-tidy', [...options, file, '--', '-std=c++20', '-Iinclude', ...SHALLOW], {
      cwd: root,
      encoding: 'utf8',
    }),
  );
  for (const { status, stdout } of results) if (status !== 0) console.log(stdout);
  const ok = results.every(({ status }) => status === 0);
  console.log(`clang-tidy: ${sources.length} files, ${ok ? 'no findings' : 'see above'}`);
  return ok;
}

const isFormatted = checkFormat();
const isTidy = checkTidy();
process.exitCode = isFormatted && isTidy ? 0 : 1;
