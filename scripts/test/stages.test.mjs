import { mkdtempSync, rmSync, writeFileSync, mkdirSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureProcessorTime } from '../lib/processor-time.mjs';
import { run } from '../lib/command.mjs';
import { afterAll, beforeAll, describe, expect, it, afterEach, beforeEach } from 'vitest';
import { fromPlaywright, fromSummary, fromVitest } from '../lib/test/runners.mjs';
import { execFileSync } from 'node:child_process';
import { changesBetween, fingerprintOf, sayWhatChanged } from '../lib/test/stage-inputs.mjs';

let folder;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'opfsmark-counts-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content) {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe('the counts of a suite', () => {
  it('of Vitest name what failed, also a file that could not be read', () => {
    const path = report({
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 2,
      testResults: [
        {
          name: '/anywhere/boards.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a board is there' },
            { status: 'failed', fullName: 'a board has rows' },
          ],
        },
        { name: '/anywhere/broken.test.ts', status: 'failed', assertionResults: [] },
      ],
    });
    expect(fromVitest(1, path)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 2,
      failures: ['boards.test.ts: a board has rows', 'broken.test.ts'],
    });
  });

  it('of Playwright name what failed, in groups too', () => {
    const path = report({
      stats: { expected: 1, unexpected: 2, flaky: 0, skipped: 0 },
      suites: [
        {
          file: 'run/stop.spec.ts',
          specs: [
            { title: 'Stop ends a run', ok: false },
            { title: 'a run ends', ok: true },
          ],
          suites: [{ file: 'run/stop.spec.ts', specs: [{ title: 'in a group', ok: false }] }],
        },
      ],
    });
    expect(fromPlaywright(1, path).failures).toEqual([
      'run/stop.spec.ts: Stop ends a run',
      'run/stop.spec.ts: in a group',
    ]);
  });

  it.each([
    ['is missing', () => fromVitest(0, join(folder, 'none.json'))],
    ['is empty', () => fromPlaywright(0, report({}))],
    ['has no failure although its runner failed', () => fromSummary(1, '3 passed, 0 failed')],
    ['has no summary', () => fromSummary(0, 'skipped')],
  ])('are a failure where the report %s', (_, countsOf) => {
    expect(countsOf().failed).toBe(1);
  });

  it('are no failure where all was skipped, as the lint of a Mac, whose tools are of another version', () => {
    expect(fromSummary(0, '0 passed, 0 failed, 2 skipped')).toEqual({ passed: 0, failed: 0, skipped: 2 });
  });
});

describe('what the suites of a stage read', () => {
  let root;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'opfsmark-stage-'));
    for (const folder of ['web/.svelte-kit/types', 'web/.svelte-kit/scratch']) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    for (const file of ['tracked.ts', 'untracked.ts', 'web/.svelte-kit/types/$types.d.ts']) {
      writeFileSync(join(root, file), 'one');
      utimesSync(join(root, file), 1, 1);
    }
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    execFileSync('git', ['add', 'tracked.ts'], { cwd: root });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const changesOf = (work) => {
    const before = fingerprintOf(['web/.svelte-kit'], root);
    work();
    return changesBetween(before, fingerprintOf(['web/.svelte-kit'], root));
  };

  it('a stage that writes nothing it reads has no changes', () => {
    expect(changesOf(() => writeFileSync(join(root, 'untracked.ts'), 'two'))).toEqual([]);
    expect(changesOf(() => writeFileSync(join(root, 'web/.svelte-kit/scratch/$types.d.ts'), 'two'))).toEqual([]);
  });

  it.each([
    ['a tracked file that is written', 'tracked.ts', (path) => writeFileSync(path, 'two')],
    ['a tracked file that is deleted', 'tracked.ts', (path) => rmSync(path)],
    ['types written again, the same', 'web/.svelte-kit/types/$types.d.ts', (path) => writeFileSync(path, 'one')],
    ['types that come', 'web/.svelte-kit/types/new.d.ts', (path) => writeFileSync(path, 'one')],
  ])('%s: it is named', (_, file, work) => {
    expect(changesOf(() => work(join(root, file)))).toEqual([file]);
  });

  it('what is said names the first files, and what to do', () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}.ts`);
    expect(sayWhatChanged(files)).toMatch(
      /^a\.ts, b\.ts, c\.ts, d\.ts, e\.ts and 2 more: changed while .* build stage/,
    );
  });
});

describe('the processor time of a suite', () => {
  const BURNED_S = 0.2;
  const BURN = `while (process.cpuUsage().user < ${BURNED_S * 1e6});`;

  it('is that of all it starts, also of what its own parent has left behind', async () => {
    const script = `const { spawn } = require('node:child_process');
      ${BURN}
      spawn(process.execPath, ['-e', ${JSON.stringify(BURN)}], { detached: true, stdio: 'ignore' }).unref();
      process.exit(3);`;
    const work = () => run(process.execPath, ['-e', script], { output: 'collect' });
    const { result, processorSeconds } = await measureProcessorTime(work);
    expect(result.code).toBe(3);
    // On other systems than Linux such a process belongs to nobody.
    expect(processorSeconds).toBeGreaterThanOrEqual(BURNED_S * (process.platform === 'linux' ? 2 : 1));
  });

  it('changes nothing about a command that cannot be started', async () => {
    const { result } = await measureProcessorTime(() => run('no such command', [], { output: 'collect' }));
    expect(result).toEqual({ code: 127, text: expect.stringContaining('no such command') });
  });
});
