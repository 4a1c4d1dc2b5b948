import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromPlaywright, fromSummary, fromVitest } from '../lib/test/runners.mjs';

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
      failed: 1,
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
  ])('are a failure where the report %s', (_, countsOf) => {
    expect(countsOf().failed).toBe(1);
  });
});
