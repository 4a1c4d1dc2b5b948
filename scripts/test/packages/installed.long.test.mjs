import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, toolEnv } from '../../lib/command.mjs';
import { TSC } from '../../lib/pack/emit.mjs';
import { packAll } from '../../lib/pack/packages.mjs';
import { projectWith } from '../../lib/pack/project.mjs';
import { ROOT } from '../../lib/paths.mjs';

let packages;
let project;
let toolsDir;
beforeAll(async () => {
  toolsDir = mkdtempSync(join(tmpdir(), 'opfsmark-tools-'));
  packages = await packAll();
  project = await projectWith(Object.values(packages).map(({ file }) => file));
});
afterAll(() => {
  project?.remove();
  rmSync(toolsDir, { recursive: true, force: true });
});

/** A tool on the project, which says why it failed. */
const inProject = (command, ...args) => run(command, args, { cwd: project.dir, env: toolEnv(), output: 'collect' });

/** As npx starts it, which takes longer to find it than it takes to say a sentence. */
const opfsmark = (...words) => inProject('node', 'node_modules/opfsmark/bin/opfsmark.cjs', ...words);

/** The node_modules in which npm put a tool of others; `null` where it could not, with the reason. */
async function toolsOf(spec) {
  const dir = mkdtempSync(join(toolsDir, 'tool-'));
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, text } = await run('npm', ['install', ...options, '--prefix', dir, spec], { output: 'collect' });
  if (code === 0) return join(dir, 'node_modules');
  console.log(`skipped: ${spec}, because npm could not install it: ${text.trim().split('\n')[0]}`);
  return null;
}

const TINY = '--cache as-is --loops 1 --write 1MiB --size 16MiB --limit 0 --rows RND4K-Q1T1 --directions write'.split(
  ' ',
);

/** It looks for `export` after a space or a semicolon, and a minifier writes `}export{`. */
const isMisread = (name, { code, args }) =>
  code === 'FILE_INVALID_FORMAT' &&
  /[})]export\{/.test(readFileSync(join(packages[name].dir, args.actualFilePath), 'utf8'));

describe('what is packed', () => {
  it.each(['schema', 'core', 'opfsmark'])('%s has no fault that publint finds', async (name) => {
    const { file } = packages[name];
    const tarball = new Uint8Array(readFileSync(file)).buffer;
    const { messages } = await publint({ strict: true, pack: { tarball } });
    expect(messages.filter((message) => !isMisread(name, message))).toEqual([]);
  });

  it.each(['schema', 'core'])('%s has types that are those of its modules', async (name) => {
    // Modules only: there is no CommonJS in it, and no entry that a resolution without `exports` would find.
    const options = [packages[name].file, '--profile', 'esm-only', '--quiet'];
    const { code, text } = await run('attw', options, { env: toolEnv(), output: 'collect' });
    expect(code, text).toBe(0);
  });

  it('has no path of this machine', () => {
    for (const name of ['core', 'opfsmark']) {
      for (const file of readdirSync(join(packages[name].dir, 'dist')).filter((path) => path.endsWith('.js'))) {
        expect(readFileSync(join(packages[name].dir, 'dist', file), 'utf8'), file).not.toContain(ROOT);
      }
    }
  });

  it('costs a page at most 12 KiB before it measures', () => {
    const dist = join(packages.core.dir, 'dist');
    const pendingFiles = ['index.js'];
    const loadedBytes = new Map();
    for (let file = pendingFiles.pop(); file !== undefined; file = pendingFiles.pop()) {
      if (loadedBytes.has(file)) continue;
      const text = readFileSync(join(dist, file), 'utf8');
      loadedBytes.set(file, gzipSync(text, { level: 9 }).length);
      pendingFiles.push(...Array.from(text.matchAll(/\b(?:from|import)\s*["']\.\/([^"']+)["']/g), ([, name]) => name));
    }
    expect(loadedBytes.size).toBeGreaterThan(1);
    expect([...loadedBytes.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(12 * 1024);
  });
});

describe('what is installed', () => {
  it('is three packages and what they depend on', () => {
    expect(readdirSync(join(project.dir, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@opfsmark',
      'opfsmark',
      'zod',
    ]);
  });

  it('says with npx what it can do', async () => {
    const { code, text } = await inProject('npx', '--offline', 'opfsmark', '--help');
    expect(text).toMatch(/^ {2}opfsmark run --dir PATH/m);
    expect(text).not.toContain('npm run');
    expect(code).toBe(0);
  });

  it('measures a folder and leaves nothing there, and its record can be published', async () => {
    mkdirSync(join(project.dir, 'drive'));
    const runResult = await opfsmark('run', '--dir', 'drive', ...TINY, '--json', 'a.json');
    expect(runResult.code, runResult.text).toBe(0);
    expect(JSON.parse(readFileSync(join(project.dir, 'a.json'), 'utf8')).status).toBe('done');
    expect(readdirSync(join(project.dir, 'drive'))).toEqual([]);
    const verifyResult = await opfsmark('verify', 'a.json');
    expect(verifyResult).toEqual({ code: 0, text: expect.stringMatching(/^a\.json can be published/) });
  });

  it('ends with 2 where the command is wrong', async () => {
    const { code, text } = await opfsmark('measure');
    expect(text).toMatch(/^opfsmark: There is no command "measure": run, .*\nSee opfsmark --help\.$/m);
    expect(code).toBe(2);
  });

  it('compiles in a program of Node.js, which knows no page', async () => {
    const { exports } = JSON.parse(readFileSync(join(packages.schema.dir, 'package.json'), 'utf8'));
    const entries = Object.keys(exports).filter((entry) => entry !== './package.json');
    const lines = entries.map((entry, index) => `export * as entry${index} from '@opfsmark/schema${entry.slice(1)}';`);
    writeFileSync(join(project.dir, 'node.ts'), lines.join('\n'));
    const compilerOptions = {
      ...{ noEmit: true, strict: true, skipLibCheck: false, module: 'nodenext', target: 'es2023', lib: ['es2023'] },
      ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
    };
    writeFileSync(join(project.dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['node.ts'] }));
    const { code, text } = await inProject('node', TSC, '-p', '.');
    expect(code, text).toBe(0);
  });

  it('has a manual page of all commands', async () => {
    const page = readFileSync(join(project.dir, 'node_modules/opfsmark/opfsmark.1'), 'utf8');
    for (const command of ['run', 'ab', 'compare', 'publish', 'verify', 'delete', 'completion']) {
      expect(page).toMatch(new RegExp(`^\\.B opfsmark ${command} `, 'm'));
    }
  });
});

describe('an old Node.js', () => {
  // One for each way in which modules were read, and the last one that is too old.
  it.each(['0.10.48', '4.9.1', '8.17.0', '12.22.12', '18.20.8', '20.19.0'])(
    '%s says what it is and what is needed',
    async (version) => {
      const tools = await toolsOf(`node-${process.platform}-${process.arch}@${version}`);
      if (tools === null) return;
      const bin = join(project.dir, 'node_modules/opfsmark/bin/opfsmark.cjs');
      const old = (...words) =>
        run(join(tools, `node-${process.platform}-${process.arch}/bin/node`), [bin, ...words], { output: 'collect' });
      const { version: own } = JSON.parse(readFileSync(join(packages.opfsmark.dir, 'package.json'), 'utf8'));
      expect(await old('--version')).toEqual({ code: 0, text: `${own}\n` });
      expect(await old('run', '--help')).toEqual({ code: 0, text: expect.stringMatching(/^opfsmark run --dir PATH/) });
      const sentence = `opfsmark: Node.js 22.18 or newer is needed, and this is ${version}: see https://nodejs.org.\n`;
      expect(await old('run', '--dir', '.')).toEqual({ code: 1, text: sentence });
    },
  );
});

/** How each is asked to add files and to run what is installed. */
const MANAGERS = [
  ['pnpm', 'pnpm@12.21.0', { bin: '.bin/pnpm', add: (files) => ['add', ...files], exec: ['exec'] }],
  ['Yarn 1', 'yarn@1.22.22', { bin: '.bin/yarn', add: (files) => ['add', ...files], exec: ['-s'] }],
  ['Yarn', '@yarnpkg/cli-dist@4.18.1', { bin: '.bin/yarn', add: (_, named) => ['add', ...named], exec: [] }],
];

describe('other package managers', () => {
  it.each(MANAGERS)('%s installs the files, and they work', async (_, spec, { bin, add, exec }) => {
    const tools = await toolsOf(spec);
    if (tools === null) return;
    const dir = mkdtempSync(join(tmpdir(), 'opfsmark-managed-'));
    const managed = (...words) => run(join(tools, bin), words, { cwd: dir, env: toolEnv(), output: 'collect' });
    try {
      writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
      const files = Object.values(packages).map(({ file }) => file);
      const named = Object.values(packages).map(({ dir: packed, file }) => {
        return `${JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')).name}@file:${file}`;
      });
      const { code, text } = await managed(...add(files, named));
      expect(code, text).toBe(0);
      writeFileSync(
        join(dir, 'import.js'),
        "import { run } from '@opfsmark/core'; import { RunRecord } from '@opfsmark/schema/families'; console.log(typeof run, typeof RunRecord);",
      );
      expect((await managed(...exec, 'node', 'import.js')).text).toContain('function object');
      mkdirSync(join(dir, 'drive'));
      const measured = await managed(...exec, 'opfsmark', 'run', '--dir', 'drive', ...TINY);
      expect(measured.text).toMatch(/^RND4K Q1 write/m);
      expect(measured.code).toBe(0);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
