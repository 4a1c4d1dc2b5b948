import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted, filesInOpfs } from '../support/lib/opfs.ts';
import { summaryOf } from '../support/lib/records.ts';

const COLD_PLAN = {
  profile: 'quick',
  loops: '1',
  size: '32MiB',
  limit: '1',
  rows: 'SEQ1M-Q1T1,RND4K-Q1T1',
  cache: 'cold',
};

test('a run of another plan keeps a prepared file, which can be discarded @long', async ({ page, runPage }) => {
  await runPage.open(COLD_PLAN);
  await runPage.prepare.click();
  await expect(runPage.prepared).toContainText('A prepared file of 32 MiB is ready');
  expect(await filesInOpfs(page)).toContain('opfsmark-prepared/manifest.json');
  await runPage.open({ ...COLD_PLAN, cache: 'as-is', dir: 'read', limit: '0', autorun: '1' });
  await runPage.reaches('done');
  await expect(runPage.prepared).toBeVisible();
  await expect.poll(() => filesInOpfs(page)).toHaveLength(3);

  await runPage.prepared.getByRole('button', { name: 'Discard' }).click();
  await expect(runPage.prepared).toBeHidden();
  await expectFilesDeleted(page);
});

test('a cold read without a prepared file is refused, and the page says what to do', async ({ runPage }) => {
  await runPage.open({ ...COLD_PLAN, autorun: '1' });
  await runPage.reaches('failed');
  await expect(runPage.alert).toContainText('No file was prepared for this test');
});

test('a file larger than memory is written once and read once', async ({ page, runPage }) => {
  await runPage.open({ ...COLD_PLAN, cache: 'deep' });
  await expect(runPage.prepared).toBeHidden();
  await runPage.begin();
  await runPage.reaches('done');
  const record = await runPage.record();
  expect(record && summaryOf(record)).toEqual({ status: 'done', jobs: ['done read 1', 'done read 1'] });
  expect(record?.result.fill?.bytes).toBe(32 * 2 ** 20);
  await expectFilesDeleted(page);
});
