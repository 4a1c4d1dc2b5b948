import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { packageOf } from '../lib/pack/bundle.mjs';
import { ROOT } from '../lib/paths.mjs';
import { namesOf, onWindows } from '../lib/windows.mjs';

const BIN = 'C:\\a b\\node_modules\\.bin';
const find = (_, command) => ({ vitest: `${BIN}\\vitest.cmd`, node: 'C:\\node\\node.exe' })[command];

test.each([
  // Programs are started as they are, wherever they are found.
  ['node', ['a b.mjs'], { command: 'node', args: ['a b.mjs'], options: {} }],
  ['unknown', [], { command: 'unknown', args: [], options: {} }],
  // npm is a program of Node.js.
  ['npm', ['ci'], { command: process.execPath, args: ['C:\\npm-cli.js', 'ci'], options: {} }],
])('on Windows %s %j is %j', (command, args, expected) => {
  expect(onWindows(command, args, { npm_execpath: 'C:\\npm-cli.js' }, find)).toEqual(expected);
});

it('has the shell start what npm put beside the tools, every word as it is', () => {
  const { command, args, options } = onWindows('vitest', ['--name=a & b', 'C:\\x y\\', 'say "so"'], {}, find);
  expect([command, args.slice(0, 3), options]).toEqual([
    'cmd.exe',
    ['/d', '/s', '/c'],
    { windowsVerbatimArguments: true },
  ]);
  expect(args[3]).toBe(`"^"${BIN}\\vitest.cmd^" ^"--name=a ^& b^" ^"C:\\x y\\\\^" ^"say \\^"so\\^"^""`);
});

it('knows a tool by the endings of Windows there alone', () => {
  expect(namesOf('emcc', 'win32')).toEqual(['emcc.exe', 'emcc.cmd', 'emcc.bat']);
  expect([namesOf('emcc', 'linux'), namesOf('emcc.py', 'win32')]).toEqual([['emcc'], ['emcc.py']]);
});

test.each(['.', 'schema', 'wasm-core', 'worker-api', 'web', 'e2e', 'labs'])(
  'the scripts of %s need no shell of Unix',
  (workspace) => {
    const { scripts = {} } = JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8'));
    // Words of sh that cmd.exe has not: exec, a variable before a command, a list with ";", a substitution, a quote.
    const ofUnix = Object.entries(scripts).filter(([, line]) => /(?:^|&& )(?:exec |\w+=)|[;$`']/.test(line));
    expect(ofUnix).toEqual([]);
  },
);

test.each([
  ['C:\\a\\node_modules\\zod\\v4\\mini.js', 'C:\\a\\node_modules\\zod'],
  ['C:\\a\\node_modules\\@sqlite.org\\sqlite-wasm\\index.mjs', 'C:\\a\\node_modules\\@sqlite.org\\sqlite-wasm'],
  ['/a/node_modules/@sqlite.org/sqlite-wasm/index.mjs', '/a/node_modules/@sqlite.org/sqlite-wasm'],
  ['C:\\a\\wasm-core\\cli\\run.mjs', undefined],
])('%s is bundled from the package %s', (id, folder) => {
  expect(packageOf(id)).toBe(folder);
});

/** Programs of Node.js, which import modules by paths that they put together; those of browsers have addresses alone. */
const OF_NODE = [
  'scripts',
  'web/node',
  'wasm-core/cli',
  'wasm-core/ts/node',
  'worker-api/node',
  'worker-api/recompute',
];

test.each(OF_NODE)('%s imports by an address: Windows takes the drive letter of a path for its scheme', (folder) => {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => /\.[mc]?[jt]s$/.test(name) && !/\btest\b/.test(name));
  expect(sources).not.toEqual([]);
  const imports = sources.flatMap((name) =>
    Array.from(
      readFileSync(join(ROOT, folder, name), 'utf8').matchAll(/(?<![.\w])import\((?!\s*['"`/])(.*)/g),
      ([, what]) => [name, what],
    ),
  );
  expect(imports.filter(([, what]) => !what.includes('.href)'))).toEqual([]);
});
