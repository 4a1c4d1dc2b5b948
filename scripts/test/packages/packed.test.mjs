import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { run, toolEnv } from '../../lib/command.mjs';
import { TSC } from '../../lib/pack/emit.mjs';
import { finish, repositoryOf } from '../../lib/pack/manifest.mjs';
import { packAll } from '../../lib/pack/packages.mjs';
import { releaseProblems } from '../../lib/pack/release.mjs';
import { projectOf } from '../../lib/pack/project.mjs';

const NAMES = { schema: '@opfsmark/schema', core: '@opfsmark/core', opfsmark: 'opfsmark' };

/** Imports what it is given, and prints what that has and what it touched of a page. */
const IMPORTING = `
const touched = [];
for (const name of ['document', 'window', 'self', 'navigator', 'Worker', 'fetch', 'localStorage', 'addEventListener']) {
  const value = name === 'fetch' ? undefined : globalThis[name];
  Object.defineProperty(globalThis, name, { configurable: true, get: () => (touched.push(name), value) });
}
const names = {};
for (const entry of process.argv.slice(2)) names[entry] = Object.keys(await import(entry));
console.log(JSON.stringify({ touched, names }));
`;

let packages;
let project;
let imported;
beforeAll(async () => {
  packages = await packAll();
  const files = Object.entries(packages).map(([name, { file }]) => [NAMES[name], file]);
  project = await projectOf(Object.fromEntries(files));
  writeFileSync(join(project.dir, 'import.js'), IMPORTING);
  const options = { cwd: project.dir, encoding: 'utf8', env: toolEnv() };
  imported = JSON.parse(execFileSync('node', ['import.js', ...allEntries()], options));
});
afterAll(() => project?.remove());

const installed = (name, path = '') => join(project.dir, 'node_modules', NAMES[name], path);
const textOf = (name, path) => readFileSync(installed(name, path), 'utf8');
const manifestOf = (name) => JSON.parse(textOf(name, 'package.json'));

/** The words by which a project imports each entry. */
const entriesOf = (name) =>
  Object.entries(manifestOf(name).exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([entry]) => `${NAMES[name]}${entry.slice(1)}`);
const allEntries = () => ['schema', 'core'].flatMap(entriesOf);

/** The variables that the code of a README is given. */
const README_HEAD = 'declare const text: string;\n';
const codeOf = (name) => /```ts\n([^`]+)```/.exec(textOf(name, 'README.md'))?.[1] ?? '';

const TYPED = `
import { bytesPerSecond, run, type RunEvent } from '@opfsmark/core';
import { standardPlan } from '@opfsmark/core/plans';
import { figuresOf } from '@opfsmark/schema/families';
const onEvent = (event: RunEvent<'matrix'>): void => void event.type;
const record = await run({ plan: standardPlan('matrix', 'quick'), onEvent });
export const speeds: (number | undefined)[] = record.result.jobs.map((job) => bytesPerSecond(job)?.median);
export const ids: string[] = figuresOf(record).map(({ id }) => id);
// @ts-expect-error: a record has no such field.
export const nothing: unknown = record.nothing;
`;

describe('what is promised', () => {
  it.each(['schema', 'core'])('by the README of %s is what it exports', (name) => {
    const names = textOf(name, 'README.md').match(
      new RegExp(`(?<!node_modules/)${NAMES[name]}(?:/[\\w/*-]+)?(?=['\`])`, 'g'),
    );
    expect([...new Set(names)].filter((entry) => name === 'core' || entry !== NAMES.schema).sort()).toEqual(
      entriesOf(name).sort(),
    );
  });

  it('has types, all of them and without `skipLibCheck`, and each README shows what compiles', async () => {
    const { names } = imported;
    const modules = {
      'every.ts': allEntries()
        .map((entry, index) => {
          // Names of one letter are what the parts of a bundle share.
          const values = names[entry]
            .filter((name) => name.length > 1)
            .map((name) => `${name}: true`)
            .join(', ');
          return `import * as entry${index} from '${entry}';\nexport const values${index}: Record<keyof typeof entry${index}, true> = { ${values} };`;
        })
        .join('\n'),
      'typed.ts': TYPED,
      'schema.ts': README_HEAD + codeOf('schema'),
      'core.ts': codeOf('core'),
    };
    for (const [name, text] of Object.entries(modules)) writeFileSync(join(project.dir, name), text);
    const compilerOptions = {
      ...{ noEmit: true, strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, types: [] },
      ...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'] },
    };
    writeFileSync(join(project.dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(modules) }));
    const { code, text } = await run('node', [TSC, '-p', '.'], { cwd: project.dir, env: toolEnv(), output: 'collect' });
    expect(text).toBe('');
    expect(code).toBe(0);
  });

  it('can be imported where there is no page, and touches nothing', () => {
    expect(imported.touched).toEqual([]);
    expect(Object.keys(imported.names)).toHaveLength(9);
    expect(imported.names['@opfsmark/core/plans']).toContain('standardPlan');
  });
});

describe('what is packed', () => {
  it.each(Object.keys(NAMES))(
    '%s has its licence, its changes and a README without a link that leads nowhere',
    (name) => {
      for (const file of ['LICENSE', 'CHANGELOG.md', 'README.md'])
        expect(existsSync(installed(name, file)), file).toBe(true);
      expect(textOf(name, 'README.md')).not.toMatch(/\]\((?!https:|#)/);
      expect(manifestOf(name)).toMatchObject({
        license: 'MIT',
        keywords: expect.arrayContaining(['benchmark']),
        publishConfig: { access: 'public', provenance: true },
      });
      expect(manifestOf(name).private).toBeUndefined();
    },
  );

  it('has the text of each licence of what is bundled', () => {
    for (const name of ['core', 'opfsmark']) {
      const licences = textOf(name, 'THIRD-PARTY-LICENSES.txt');
      expect(licences).toContain('Colin McDonnell');
      for (const section of licences.split(`\n${'-'.repeat(80)}\n`))
        expect(section.trim().split('\n').length).toBeGreaterThan(4);
    }
  });
});

describe('where it is published', () => {
  it('is said once, in package.json', () => {
    expect(repositoryOf({})).toBeNull();
    expect(repositoryOf({ repository: 'https://github.com/o/n' })).toBe('https://github.com/o/n');
    for (const repository of ['https://github.com/o/n.git/', 'github:o/n', 'http://github.com/o/n', { url: 'x' }]) {
      expect(() => repositoryOf({ repository })).toThrow('is not like');
    }
  });

  it('is what npm shows of a package, and where its README leads', () => {
    const dir = mkdtempSync(join(tmpdir(), 'opfsmark-package-'));
    try {
      finish(dir, { folder: 'wasm-core', manifest: { name: 'x' }, repository: 'https://github.com/o/n' });
      expect(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))).toMatchObject({
        homepage: 'https://github.com/o/n/tree/HEAD/wasm-core#readme',
        repository: { type: 'git', url: 'git+https://github.com/o/n.git', directory: 'wasm-core' },
        bugs: 'https://github.com/o/n/issues',
      });
      const links = readFileSync(join(dir, 'README.md'), 'utf8').matchAll(/\]\(([^()#]+)(?:#[^()]*)?\)/g);
      const paths = Array.from(links, ([, address]) => address.replace('https://github.com/o/n/blob/HEAD/', ''));
      expect(paths.length).toBeGreaterThan(3);
      for (const path of paths) expect(existsSync(new URL(`../../../${path}`, import.meta.url)), path).toBe(true);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});

describe('a release', () => {
  const release = {
    tag: 'v1.2.3',
    root: { version: '1.2.3', repository: 'https://github.com/o/n' },
    workspaces: [{ name: 'a', version: '1.2.3', dependencies: { '@opfsmark/schema': '1.2.3', zod: '4.0.0' } }],
    changes: '# Changes\n\n## 1.2.3 - 2026-12-01\n',
    readmes: { 'README.md': '# a\n' },
    runsIn: 'o/n',
  };

  it('needs a tag, one version, what changed, and the repository that it runs in', () => {
    expect(releaseProblems(release)).toEqual([]);
    const [workspace] = release.workspaces;
    for (const [change, sentence] of [
      [{ tag: '1.2.3' }, 'The tag is "1.2.3"'],
      [{ tag: 'v1.2.4' }, 'The tag is "v1.2.4"'],
      [{ workspaces: [{ ...workspace, version: '1.2.2' }] }, 'a has the version 1.2.2'],
      [
        { workspaces: [{ ...workspace, dependencies: { '@opfsmark/schema': '1.2.2' } }] },
        'a needs @opfsmark/schema 1.2.2',
      ],
      [{ changes: '## Unreleased\n' }, 'CHANGELOG.md has no "## 1.2.3 - DATE"'],
      [{ readmes: { 'README.md': 'Nothing is published on npm yet.' } }, 'README.md says that nothing is published'],
      [{ root: { version: '1.2.3' } }, 'set "repository" in package.json'],
      [{ runsIn: 'fork/n' }, 'npm would refuse it'],
    ]) {
      expect(releaseProblems({ ...release, ...change })).toEqual([expect.stringContaining(sentence)]);
    }
  });

  it('runs the gate, takes only pinned actions, and publishes each package that is not there yet', ({ skip }) => {
    const workflow = parse(readFileSync(new URL('../../../.github/workflows/release.yml', import.meta.url), 'utf8'));
    const { pack, publish } = workflow.jobs;
    expect(pack.steps.flatMap(({ run: command }) => command ?? [])).toEqual([
      'node scripts/check-release.mjs "$TAG"',
      'npm test',
      'npm run pack',
    ]);
    for (const { uses } of [...pack.steps, ...publish.steps])
      if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    if (process.platform === 'win32') skip('the step that publishes is run by bash, on Linux');
    const { version } = manifestOf('core');
    const npm = `npm() { case $1 in
      view) [ "$2" != "@opfsmark/schema@${version}" ] || echo ${version} ;;
      publish) [ -f "$2" ] && echo "$@" ;;
    esac; }\n`;
    const script = npm + publish.steps.find(({ run: command }) => command).run;
    const env = { ...process.env, TAG: `v${version}` };
    const output = execFileSync('bash', ['-e', '-c', script], {
      cwd: dirname(packages.core.file),
      encoding: 'utf8',
      env,
    });
    expect(output.split('\n')).toEqual([
      `@opfsmark/schema ${version} is there already.`,
      `publish ./opfsmark-core-${version}.tgz --provenance --access public`,
      `publish ./opfsmark-${version}.tgz --provenance --access public`,
      '',
    ]);
  });
});

describe('the command line, installed', () => {
  const bin = () => installed('opfsmark', manifestOf('opfsmark').bin.opfsmark);
  const node = (...args) => spawnSync('node', args, { cwd: project.dir, encoding: 'utf8', env: toolEnv() });

  it('says of a command what belongs to it', () => {
    const { status, stdout } = node(bin(), 'verify', '--help');
    expect(stdout).toMatch(/^opfsmark verify FILE \.\.\.\n\nChecks results /);
    expect(status).toBe(0);
  });

  it.each(['opfsmark.cjs', 'launch.cjs'])('can be read by any Node.js that ever was: %s', (name) => {
    const languageOptions = { ecmaVersion: 5, sourceType: 'commonjs' };
    expect(new Linter().verify(textOf('opfsmark', `bin/${name}`).replace(/^#!/, '//'), [{ languageOptions }])).toEqual(
      [],
    );
  });

  it.each([
    [['--version'], 0, /^0\.1\.0\n$/, /^$/],
    [['--help'], 0, /^Measures the drive .*\n\nCommands:\n {2}opfsmark run /, /^$/],
    [['run', '--help'], 0, /^opfsmark run --dir PATH \[options\]\n/, /^$/],
    [['help', 'verify'], 0, /^opfsmark verify FILE/, /^$/],
    [
      ['run', '--dir', '.'],
      1,
      /^$/,
      /^opfsmark: Node\.js 22\.18 or newer is needed, and this is 0\.10\.48: see https:\/\/nodejs\.org\.\n$/,
    ],
  ])('says on a Node.js that is too old: %j', (words, code, out, err) => {
    const script = `Object.defineProperty(process.versions, 'node', { value: '0.10.48' }); require(${JSON.stringify(bin())})`;
    writeFileSync(join(project.dir, 'old.cjs'), script);
    const { status, stdout, stderr } = node('old.cjs', ...words);
    expect(stderr).toMatch(err);
    expect(stdout).toMatch(out);
    expect(status).toBe(code);
  });
});
