import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, toolEnv } from '../../lib/command.mjs';
import { packAll, TSC } from '../../lib/pack/packages.mjs';
import { projectWith } from '../../lib/pack/project.mjs';
import { ROOT } from '../../lib/paths.mjs';

let packages;
let project;
beforeAll(async () => {
  packages = await packAll();
  project = await projectWith(Object.values(packages).map(({ file }) => file));
});
afterAll(() => project?.remove());

/** A tool on the project, which says why it failed. */
const inProject = (command, ...args) => run(command, args, { cwd: project.dir, env: toolEnv(), output: 'collect' });

/** As npx starts it, which takes longer to find it than it takes to say a sentence. */
const opfsmark = (...words) => inProject('node', 'node_modules/opfsmark/dist/opfsmark.js', ...words);

const TINY = '--cache as-is --loops 1 --write 1MiB --size 16MiB --limit 0 --rows RND4K-Q1T1 --directions write'.split(
  ' ',
);

describe('what is packed', () => {
  it.each(['schema', 'core', 'opfsmark'])('%s has no fault that publint finds', async (name) => {
    const { file } = packages[name];
    const tarball = new Uint8Array(readFileSync(file)).buffer;
    expect((await publint({ strict: true, pack: { tarball } })).messages).toEqual([]);
  });

  it.each(['schema', 'core'])('%s has types that are those of its modules', async (name) => {
    // Modules only: there is no CommonJS in it, and no entry that a resolution without `exports` would find.
    const options = [packages[name].file, '--profile', 'esm-only', '--quiet'];
    const { code, text } = await run('attw', options, { env: toolEnv(), output: 'collect' });
    expect(code, text).toBe(0);
  });

  it('has the licences of what is bundled, and no path of this machine', () => {
    for (const name of ['core', 'opfsmark']) {
      expect(readFileSync(join(packages[name].dir, 'THIRD-PARTY-LICENSES.txt'), 'utf8')).toContain('Colin McDonnell');
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

  it('has a manual page of all commands', async () => {
    const page = readFileSync(join(project.dir, 'node_modules/opfsmark/opfsmark.1'), 'utf8');
    for (const command of ['run', 'ab', 'compare', 'publish', 'verify', 'delete', 'completion']) {
      expect(page).toMatch(new RegExp(`^\\.B opfsmark ${command} `, 'm'));
    }
  });

  it('can be imported where there is no page, and touches nothing', async () => {
    writeFileSync(
      join(project.dir, 'import.js'),
      `const touched = [];
       for (const name of ['document', 'window', 'self', 'navigator', 'Worker', 'fetch', 'localStorage', 'addEventListener']) {
         const value = name === 'fetch' ? undefined : globalThis[name];
         Object.defineProperty(globalThis, name, { configurable: true, get: () => (touched.push(name), value) });
       }
       const core = await import('@opfsmark/core');
       const plans = await import('@opfsmark/core/plans');
       console.log(JSON.stringify({ touched, run: typeof core.run, plan: plans.standardPlan('matrix', 'quick').family }));`,
    );
    const { code, text } = await inProject('node', 'import.js');
    expect(code, text).toBe(0);
    expect(JSON.parse(text)).toEqual({ touched: [], run: 'function', plan: 'matrix' });
  });

  it('gives TypeScript the types of a record by its plan', async () => {
    writeFileSync(
      join(project.dir, 'page.ts'),
      `import { bytesPerSecond, run, type RunEvent } from '@opfsmark/core';
       import { standardPlan } from '@opfsmark/core/plans';
       import { figuresOf } from '@opfsmark/schema/families';
       const onEvent = (event: RunEvent<'matrix'>): void => void event.type;
       const record = await run({ plan: standardPlan('matrix', 'quick'), onEvent });
       export const speeds: (number | undefined)[] = record.result.jobs.map((job) => bytesPerSecond(job)?.median);
       export const ids: string[] = figuresOf(record).map(({ id }) => id);
       // @ts-expect-error: a record has no such field.
       export const nothing: unknown = record.nothing;`,
    );
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      module: 'nodenext',
      target: 'es2023',
      types: [],
    };
    writeFileSync(join(project.dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.ts'] }));
    const { code, text } = await inProject('node', TSC, '-p', '.');
    expect(code, text).toBe(0);
  });
});
