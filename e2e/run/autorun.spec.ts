import { rowsNamed } from '@opfsmark/schema/documents';
import { RunRecord } from '@opfsmark/schema/families';
import * as z from 'zod/mini';
import { expect, test } from '../support/fixtures.ts';

test('autorun measures a plan as JSON without a click, and leaves a valid record of it', async ({ runPage, page }) => {
  const parts = { file_bytes: 16 * 1024 ** 2, loops: 1, limit_s: 0, directions: ['read'], seed: 7 };
  const plan = { profile: 'quick', cache: 'as-is', rows: rowsNamed('SEQ1M Q8T1', 'RND4K Q1T1'), ...parts };
  await runPage.open({ plan: JSON.stringify(plan), autorun: '1' });
  await expect(page).toHaveURL(/\/\?profile=quick&.*size=16MiB/);
  await runPage.reaches('done', 50_000);
  const record = z.parse(RunRecord, await runPage.record());
  expect(record).toMatchObject({ status: 'done', plan });
  expect(await page.evaluate(() => window.opfsmark?.error)).toBeNull();
});
