import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted } from '../support/lib/opfs.ts';
import { LONG } from '../support/page-objects/run-page.ts';

test('Stop in the middle of a run keeps the finished rows and deletes the file; the focus is on the button of the moment', async ({
  page,
  runPage,
}) => {
  await runPage.open({ ...LONG, loops: '1', limit: '1' });
  await runPage.agree.check();
  // A key, unlike a click, does not wait for the button.
  await expect(runPage.run).toBeEnabled();
  await runPage.run.press('Enter');
  await expect(runPage.stop).toBeFocused();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running');
  await page.keyboard.press('Enter');

  await runPage.reaches('done');
  await expect(runPage.runAgain).toBeEnabled();
  await expect(runPage.runAgain).toBeFocused();
  await expect(page.getByText('Finished rows are kept').first()).toBeVisible();
  await expect(runPage.cells('SEQ1M Q8').first()).toContainText(/\d/);
  await expect(runPage.cells('RND4K Q1').last()).not.toContainText(/\d/);
  const record = await runPage.record();
  expect(record?.status).toBe('stopped');
  expect(record?.result.jobs[0]?.status).toBe('done');
  expect(record?.result.jobs.length).toBeLessThan(6);
  await expectFilesDeleted(page);
});

test('Stop while the file is filled ends the run as well', async ({ page, runPage }) => {
  await runPage.open({ profile: 'quick', cache: 'as-is', size: '2GiB', time: '0' });
  await runPage.begin();
  await expect(page.getByText('Filling the file')).toBeVisible();
  await runPage.stop.click();
  await expect(runPage.run.or(runPage.runAgain)).toBeEnabled();
  await expectFilesDeleted(page);
});
