/**
 * clang-format over all C++ and clang-tidy over the core's sources. What is not installed is skipped and named, and so is a version that
 * the sources are not held to: each formats, and finds, something else.
 */
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

/** Debian 12 has the one, Debian 13 the other. */
const HELD_TO = ['14', '19'];

/** Why a tool is skipped; `null` where it is not. */
function whySkipped(command) {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  if (status !== 0) return 'it is not installed';
  const major = /version (\d+)/.exec(stdout)?.[1];
  return HELD_TO.includes(major) ? null : `the sources are held to ${HELD_TO.join(' and ')}, and this is ${major}`;
}

/** How many of the sources there were, and whether the tool has nothing to say of them. */
function checkFormat() {
  const files = ['include', 'src', 'test'].flatMap(filesUnder);
  const { status } = spawnSync('clang-format', ['--dry-run', '--Werror', ...files], { cwd: root, stdio: 'inherit' });
  return { count: files.length, isGood: status === 0 };
}

/** The analyzer in its deep mode takes two thirds of the time of all checks, and has found nothing more here. */
const SHALLOW = ['-Xclang', '-analyzer-config', '-Xclang', 'mode=shallow'];
/** Named so, the analyzer looks at what this file includes as if it stood there. */
const TOGETHER = join(root, 'build', 'UnifiedSource.cc');

/** Most of the time goes into headers: they are read once, for all sources together. */
function checkTidy() {
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
  return { count: sources.length, isGood: results.every(({ status }) => status === 0) };
}

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const [command, check] of [
  ['clang-format', checkFormat],
  ['clang-tidy', checkTidy],
]) {
  const reason = whySkipped(command);
  if (reason !== null) {
    console.log(`${command}: skipped, because ${reason}`);
    counts.skipped++;
    continue;
  }
  const { count, isGood } = check();
  console.log(`${command}: ${count} files, ${isGood ? 'no findings' : 'see above'}`);
  counts[isGood ? 'passed' : 'failed']++;
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;
