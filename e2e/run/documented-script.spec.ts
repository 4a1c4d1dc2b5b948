import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { baseURL, launchOptions } from '../support/site.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The script of docs/CONTINUOUS-INTEGRATION.md, as it stands there. */
function documentedScript(): string {
  const text = readFileSync(join(ROOT, 'docs/CONTINUOUS-INTEGRATION.md'), 'utf8');
  const code = /^```js\n(\/\/ page\.mjs.*?)^```$/ms.exec(text)?.[1];
  if (code === undefined) throw new Error('there is no block that begins with page.mjs');
  return code;
}

test('the documented script prints a record, which the command line compares', () => {
  const testInfo = test.info();
  writeFileSync(testInfo.outputPath('page.mjs'), documentedScript());
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: testInfo.outputPath(),
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    return stdout;
  };
  const address = `${baseURL}/?engine=scripted&rows=RND4K-Q1T1&size=16MiB&loops=1&cache=as-is&autorun=1`;
  writeFileSync(testInfo.outputPath('record.json'), run('page.mjs', address, launchOptions.executablePath ?? ''));
  const command = 'cat record.json';
  const ab = join(ROOT, 'wasm-core/cli/run.mjs');
  expect(run(ab, 'ab', command, command, '--commands', '--max-blocks', '2')).toMatch(/^RND4K Q1 read/m);
});
