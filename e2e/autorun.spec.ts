import { RunRecord } from '@opfsmark/schema';
import * as z from 'zod/mini';
import { expect, test } from './fixtures.ts';
import { LONG, SHORT } from './pages/run-page.ts';

test('autorun measures without a click and leaves a valid record', async ({ runPage }) => {
  await runPage.open({ ...SHORT, autorun: '1' });
  await runPage.reaches('done', 50_000);
  const record = z.parse(RunRecord, await runPage.record());
  expect(record.status).toBe('done');
  expect(await runPage.page.evaluate(() => window.opfsmark?.error)).toBeNull();
});

test('without autorun the page waits', async ({ runPage, page }) => {
  await runPage.open(SHORT);
  await expect(runPage.run).toBeEnabled();
  expect(await page.evaluate(() => window.opfsmark)).toEqual({ status: 'idle', record: null, error: null });
});

test('an autorun that cannot begin ends as failed and says why', async ({ context, runPage }) => {
  await runPage.open({ ...LONG, autorun: '1' });
  await expect(runPage.stop).toBeVisible();

  const second = runPage.on(await context.newPage());
  await second.open({ ...SHORT, autorun: '1' });
  await second.reaches('failed', 10_000);
  expect(JSON.stringify(await second.page.evaluate(() => window.opfsmark?.error))).toContain('busy');
});
