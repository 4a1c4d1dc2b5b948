/** The steps of action.yml, run by bash as a runner would, in a repository of their own and without a network. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../lib/paths.mjs';

// Some measure a real drive for a few seconds.

const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));

const DOCUMENT = readFileSync(join(ROOT, 'docs/CONTINUOUS-INTEGRATION.md'), 'utf8');

/** Expressions are looked up, and the first of several alternatives that is there counts. */
function fill(text, contexts) {
  return text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression) => {
    const values = expression
      .split(' || ')
      .map((path) => path.split('.').reduce((value, key) => value?.[key], contexts));
    return values.find(Boolean) ?? '';
  });
}

const outputsIn = (path) =>
  Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Runs the steps in order until one fails, and then those that always run. `runner`: what is otherwise in its environment. */
function runAction(folder, inputs, event = {}, runner = {}) {
  const [temp, workspace] = ['temp', 'workspace'].map((name) => join(folder, name));
  const github = { workspace, event, action_path: ROOT };
  const contexts = { github, steps: {}, inputs: {} };
  for (const [name, input] of Object.entries(action.inputs)) {
    contexts.inputs[name] = inputs[name] ?? fill(input.default ?? '', contexts);
  }
  const summary = join(folder, 'summary.md');
  writeFileSync(summary, '');
  let code = 0;
  let text = '';
  for (const step of action.runs.steps) {
    if (code !== 0 && step.if !== 'always()') continue;
    const output = join(folder, 'output');
    writeFileSync(output, '');
    const stepEnv = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, fill(value, contexts)]));
    const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: temp };
    const env = { ...process.env, ...stepEnv, ...files, ...runner };
    // As a runner calls it where the step says `shell: bash`.
    const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run];
    const result = spawnSync('bash', words, { cwd: workspace, env, encoding: 'utf8' });
    if (step.id) contexts.steps[step.id] = { outputs: outputsIn(output) };
    code ||= result.status ?? -1;
    text += `${result.stdout}${result.stderr}`;
  }
  const outputs = Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, contexts)]),
  );
  return { code, text, outputs, summary: readFileSync(summary, 'utf8') };
}

let folder = '';
let workspace = '';
let event = {};

function git(...words) {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  return execFileSync('git', [...who, '-C', workspace, ...words], { encoding: 'utf8' }).trim();
}

function commit(files) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'a change');
  return git('rev-parse', 'HEAD');
}

/** The output of a library's own benchmark. */
const printing = (insertNs) =>
  JSON.stringify({ figures: [{ name: 'insert', unit: 'ns', better: 'lower', value: insertNs }] });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'opfsmark action-'));
  workspace = join(folder, 'workspace');
  for (const name of ['temp', 'workspace']) mkdirSync(join(folder, name));
  git('init', '--quiet');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Base and head of a change, as an event of a pull request names them. */
function change(base, head) {
  event = { pull_request: { base: { sha: commit(base) } } };
  commit(head);
}

const SHORT = { 'max-blocks': '4' };

describe('the action', () => {
  it('is one that GitHub takes: composite, each step in bash, each input with a description', () => {
    expect(action.runs.using).toBe('composite');
    for (const { shell, name } of action.runs.steps) expect([name, shell]).toEqual([name, 'bash']);
    for (const input of Object.values(action.inputs)) expect(input.description).not.toBe('');
    // An expression in a script would be run as a part of it.
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{');
  });

  it('has every input that the documented workflow gives', () => {
    const [, workflow] = /^```yaml\n(on: pull_request.*?)^```$/ms.exec(DOCUMENT);
    const { steps } = parse(workflow).jobs.storage;
    const step = steps.find(({ uses }) => uses.includes('/opfsmark@'));
    expect(Object.keys(step.with).filter((name) => !(name in action.inputs))).toEqual([]);
    expect(step.with.prepare).toBe('npm ci && npm run build');
  });

  it('fails where head is slower, and writes summary, outputs, history and badge', () => {
    change({ 'result.json': printing(1000) }, { 'result.json': printing(1300) });
    const inputs = { ...SHORT, command: 'cat result.json', history: 'history.jsonl', badge: 'badge.json' };
    const { code, outputs, summary } = runAction(folder, inputs, event);
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ verdict: 'worse', noise: '1' });
    expect(outputs.sentence).toMatch(
      /^head [0-9a-f]{7,} is 1\.30 times slower \(1\.30 to 1\.30\) in insert; the noise/,
    );
    expect(summary).toContain(`**${outputs.sentence}**`);
    expect(summary).toMatch(/^\| insert \| .* \| slower \|$/m);
    expect(JSON.parse(readFileSync(outputs.json, 'utf8')).figures[0].ratio).toBeCloseTo(1 / 1.3, 9);
    expect(JSON.parse(readFileSync(join(workspace, 'badge.json'), 'utf8'))).toMatchObject({
      schemaVersion: 1,
      message: '1.30× slower',
      color: 'red',
    });
    // A second time it adds a line, and what was checked out is gone again.
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(runAction(folder, { ...inputs, fail: 'false' }, event).code).toBe(0);
    const lines = readFileSync(join(workspace, 'history.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).verdict)).toEqual(['worse', 'worse']);
  });

  it.each([
    ['same', 1000],
    ['worse', 1300],
  ])('fails where head breaks after some blocks, also with `fail: false`: it was %s', (verdict, headNs) => {
    const lines = (ns) => `printf . >>calls; echo '${printing(ns)}'`;
    // The warm-up, two blocks, and then it breaks.
    change({ 'bench.sh': lines(1000) }, { 'bench.sh': `${lines(headNs)}\n[ $(wc -c <calls) -lt 6 ] || exit 3` });
    const inputs = { ...SHORT, command: 'sh bench.sh', fail: 'false' };
    const { code, text, outputs, summary } = runAction(folder, inputs, event);
    expect(code).toBe(1);
    expect(text).toContain('ended with exit code 3');
    expect(summary).toContain('2 blocks of A B B A; ended because measuring B failed.');
    expect(outputs.verdict).toBe(verdict);
  });

  it('passes where head is faster or the same, and prepares both', () => {
    change({ 'ns.txt': '1000' }, { 'ns.txt': '500' });
    const inputs = {
      ...SHORT,
      prepare: 'cp ns.txt built.txt',
      command: `node ${JSON.stringify(join(folder, 'print.mjs'))}`,
    };
    const print = `import { readFileSync } from 'node:fs';
      const value = Number(readFileSync('built.txt', 'utf8'));
      console.log(JSON.stringify({ figures: [{ name: 'insert', unit: 'ns', better: 'lower', value }] }));`;
    writeFileSync(join(folder, 'print.mjs'), print);
    const { code, outputs } = runAction(folder, inputs, event);
    expect([code, outputs.verdict]).toEqual([0, 'better']);
    const sameRun = runAction(folder, { ...inputs, base: workspace }, event);
    expect([sameRun.code, sameRun.outputs.verdict]).toEqual([0, 'same']);
  });

  it.each([
    ['Linux', (path) => `cd -- ${path.replaceAll(' ', '\\ ')} && node bench.mjs`],
    ['Windows', (path) => `cd /d "${path}" && node bench.mjs`],
  ])('has a command begin in its checkout as the shell of %s does', (system, wordOf) => {
    change({ 'ns.txt': '1000' }, { 'ns.txt': '500' });
    // A path without a space, of which there are two words otherwise.
    const print = join(mkdtempSync(join(tmpdir(), 'opfsmark-print-')), 'print.mjs');
    writeFileSync(print, 'console.log(JSON.stringify(process.argv.slice(2, 5))); process.exit(3);');
    const inputs = { opfsmark: `node ${print}`, command: 'node bench.mjs' };
    const { code, text } = runAction(folder, inputs, event, { RUNNER_OS: system });
    rmSync(dirname(print), { recursive: true });
    expect(code).toBe(3);
    expect(text).toContain(JSON.stringify(['ab', wordOf(join(folder, 'temp/opfsmark-base')), wordOf(workspace)]));
  });

  it.each([
    ['a branch that the remote alone has', { 'base-ref': 'main' }, () => ({})],
    ['the base of a merge queue', {}, (sha) => ({ merge_group: { base_sha: sha } })],
  ])('compares with %s, and takes options from several lines', (_, inputs, eventOf) => {
    const remote = join(folder, 'remote');
    const base = commit({ 'ns.txt': '1000' });
    git('init', '--quiet', '--bare', remote);
    git('remote', 'add', 'origin', remote);
    git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    const branch = git('branch', '--show-current');
    git('checkout', '--quiet', '--detach');
    git('branch', '--quiet', '-D', branch);
    const head = commit({ 'ns.txt': '500' });
    const print = join(mkdtempSync(join(tmpdir(), 'opfsmark-print-')), 'print.mjs');
    writeFileSync(print, 'console.log(JSON.stringify(process.argv)); process.exit(3);');
    const options = '--rows 500\n--loops 3\n';
    const { code, text } = runAction(
      folder,
      { opfsmark: `node ${print}`, command: 'cat ns.txt', options, ...inputs },
      eventOf(base),
    );
    rmSync(dirname(print), { recursive: true });
    expect(code).toBe(3);
    expect(text).toMatch(new RegExp(`"base ${base.slice(0, 7)}\\w*,head ${head.slice(0, 7)}\\w*"`));
    expect(text).toContain('"--rows","500","--loops","3"]');
  });

  it('measures the adapter of a library in both checkouts', () => {
    const [, adapter] = /^```js\n(\/\/ adapter\.mjs.*?)^```$/ms.exec(DOCUMENT);
    change({ 'adapter.mjs': adapter }, { 'adapter.mjs': `${adapter}\n// A change.\n` });
    const options = '--rows 100 --puts 2 --reads 10 --blob 4KiB --threshold 900%';
    const { code, outputs } = runAction(folder, { 'max-blocks': '2', adapter: 'adapter.mjs', options }, event);
    expect(code).toBe(0);
    const { figures } = JSON.parse(readFileSync(outputs.json, 'utf8'));
    expect(figures.map(({ id }) => id)).toContain('put-batch');
    expect(readdirSync(join(folder, 'temp')).filter((name) => name.startsWith('.opfsmark-'))).toEqual([]);
  });

  it.each([
    ['without anything to measure', {}, 'Give adapter, a path, or command.'],
    [
      'with an option for a commit',
      { command: 'cat a', 'base-ref': '--upload-pack=true' },
      'base-ref begins with a dash',
    ],
    ['without a commit to compare with', { command: 'cat result.json', 'base-ref': '' }, 'Give base-ref, a commit'],
    [
      'in the first push of a branch',
      { command: 'cat result.json', 'base-ref': '0'.repeat(40) },
      'first push of a branch',
    ],
    ['after a forced push', { command: 'cat result.json', 'base-ref': '1'.repeat(40) }, 'cannot be fetched'],
    ['where a command fails', { command: 'cat missing.json' }, 'missing.json'],
    ['where an option is wrong', { command: 'cat result.json', threshold: 'much' }, '--threshold "much"'],
  ])('ends with 2 and says why: %s', (_, inputs, sentence) => {
    change({ 'result.json': printing(1000) }, { 'result.json': printing(1000), other: '' });
    const { code, text } = runAction(folder, { ...SHORT, ...inputs }, event);
    expect(code).toBe(2);
    expect(text).toContain(sentence);
    expect(existsSync(join(folder, 'temp', 'opfsmark-base'))).toBe(false);
  });
});
