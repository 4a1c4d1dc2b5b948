/** How a run begins: by a click, by a link, by a script. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';
import { BRIEF, type RunPage } from '../support/page-objects/run-page.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { baseURL, launchOptions } from '../support/site.ts';
import { rowsNamed } from '@opfsmark/schema/documents';
import { RunRecord } from '@opfsmark/schema/families';
import * as z from 'zod/mini';

const CHUNKS = new URL('../../web/.svelte-kit/chunks.json', import.meta.url);
const ENGINE = 'src/lib/features/run/session/engine.ts';

/** The engine comes after the page: a click before it is there waits for it, and is not lost. */
test('a click on Run before the engine is loaded begins one run', async ({ context, page, runPage }) => {
  const chunk = (JSON.parse(readFileSync(CHUNKS, 'utf8')) as Record<string, string>)[ENGINE] ?? '';
  let letGo: () => void = () => undefined;
  const whenClicked = new Promise<void>((resolve) => (letGo = resolve));
  await context.route(`**/${chunk}`, async (route) => {
    await whenClicked;
    await route.continue();
  });
  await runPage.open({ ...BRIEF, engine: 'scripted' });
  await expect(page.getByText('checking this browser')).toBeVisible();
  await runPage.run.click();
  letGo();
  await runPage.reaches('done');
});

const ROOT = join(import.meta.dirname, '../..');

/** The script of docs/CONTINUOUS-INTEGRATION.md, as it stands there. */
function documentedScript(): string {
  const text = readFileSync(join(ROOT, 'docs/CONTINUOUS-INTEGRATION.md'), 'utf8');
  const code = /^```js\n(\/\/ page\.mjs.*?)^```$/ms.exec(text)?.[1];
  if (code === undefined) throw new Error('there is no block that begins with page.mjs');
  return code;
}

test('the documented script prints a record, which the command line compares @long', () => {
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
  writeFileSync(testInfo.outputPath('record.json'), run('page.mjs', launchOptions.executablePath ?? '', address));
  const command = 'cat record.json';
  const ab = join(ROOT, 'wasm-core/cli/run.mjs');
  expect(run(ab, 'ab', command, command, '--commands', '--max-blocks', '2')).toMatch(/^RND4K Q1 read/m);
});

test('autorun measures a plan as JSON without a click, and leaves a valid record of it', async ({ runPage, page }) => {
  const parts = { file_bytes: 16 * 1024 ** 2, loops: 1, limit_s: 0, directions: ['read'], seed: 7 };
  const plan = { profile: 'quick', cache: 'as-is', rows: rowsNamed('SEQ1M Q2T1', 'RND4K Q1T1'), ...parts };
  await runPage.open({ plan: JSON.stringify(plan), engine: 'scripted', autorun: '1' });
  await expect(page).toHaveURL(/\/\?profile=quick&.*size=16MiB/);
  await runPage.reaches('done');
  const record = z.parse(RunRecord, await runPage.record());
  expect(record).toMatchObject({ status: 'done', plan });
  expect(await page.evaluate(() => window.opfsmark?.error)).toBeNull();
});

for (const engine of ['scripted', 'memory'] as const) {
  // All rows and loops, with 32 workers: `result/answer-first.spec.ts` has its rows once, `run-quick.spec.ts` two of them as they are.
  test(`the standard plan runs on the engine ${engine}, which has no files @long`, async ({ runPage }) => {
    await runPage.open({ engine, autorun: '1' });
    await runPage.reaches('done');
    const record = z.parse(RunRecord, await runPage.record());
    expect(record).toMatchObject({ status: 'done', environment: { engine }, plan: { cache: 'drive-and-memory' } });
  });
}

test('a script that drives the browser has agreed to what its plan writes @long', async ({ runPage }) => {
  await runPage.open({ family: 'sustained', engine: 'scripted', autorun: '1' });
  await runPage.reaches('done');
});

test.describe('in a browser that no script drives', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
    });
  });
  const error = ({ page }: RunPage) => page.evaluate(() => window.opfsmark?.error);

  test('a link writes nothing by itself, and a plan that writes much asks also after a click', async ({
    page,
    runPage,
  }) => {
    await visit(page, '/checkup?autorun=1');
    await expect(page.getByRole('button', { name: 'Check this browser' })).toBeEnabled();
    await runPage.open({ profile: 'default', autorun: '1' });
    await runPage.reaches('failed');
    expect(await error(runPage)).toMatchObject({ code: 'not_driven' });
    await expect(runPage.run).toBeDisabled();
    await runPage.agree.check();
    await expect(runPage.run).toBeEnabled();
    await runPage.agree.uncheck();
    await expect(runPage.run).toBeDisabled();
  });

  test('a click begins what the link asks for @long', async ({ runPage }) => {
    await runPage.open({ ...BRIEF, autorun: '1' });
    await runPage.reaches('failed');
    await runPage.begin();
    await runPage.reaches('done');
  });
});

test('a link with a value that cannot be used runs nothing else instead', async ({ page, runPage }) => {
  await runPage.open({ ...BRIEF, loops: '11', autorun: '1' });
  await runPage.reaches('failed');
  expect(await page.evaluate(() => window.opfsmark?.error)).toMatchObject({ code: 'invalid_link' });
});
