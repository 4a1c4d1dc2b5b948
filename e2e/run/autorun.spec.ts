import { rowsNamed } from '@opfsmark/schema/documents';
import { RunRecord } from '@opfsmark/schema/families';
import * as z from 'zod/mini';
import { expect, test } from '../support/fixtures.ts';
import { BRIEF, type RunPage } from '../support/page-objects/run-page.ts';

test('autorun measures a plan as JSON without a click, and leaves a valid record of it', async ({ runPage, page }) => {
  const parts = { file_bytes: 16 * 1024 ** 2, loops: 1, limit_s: 0, directions: ['read'], seed: 7 };
  const plan = { profile: 'quick', cache: 'as-is', rows: rowsNamed('SEQ1M Q8T1', 'RND4K Q1T1'), ...parts };
  await runPage.open({ plan: JSON.stringify(plan), autorun: '1' });
  await expect(page).toHaveURL(/\/\?profile=quick&.*size=16MiB/);
  await runPage.reaches('done');
  const record = z.parse(RunRecord, await runPage.record());
  expect(record).toMatchObject({ status: 'done', plan });
  expect(await page.evaluate(() => window.opfsmark?.error)).toBeNull();
});

test('a script that drives the browser has agreed to what its plan writes', async ({ runPage }) => {
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

  test('a link writes nothing by itself, and a plan that writes much asks also after a click', async ({ runPage }) => {
    await runPage.open({ profile: 'default', autorun: '1' });
    await runPage.reaches('failed');
    expect(await error(runPage)).toMatchObject({ code: 'not_driven' });
    await expect(runPage.run).toBeDisabled();
    await runPage.agree.check();
    await expect(runPage.run).toBeEnabled();
    await runPage.agree.uncheck();
    await expect(runPage.run).toBeDisabled();
  });

  test('a click begins what the link asks for', async ({ runPage }) => {
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
