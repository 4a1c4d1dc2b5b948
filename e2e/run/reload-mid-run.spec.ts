import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted, filesInOpfs } from '../support/lib/opfs.ts';
import { reload } from '../support/lib/visit.ts';
import { BRIEF, RESTING } from '../support/page-objects/run-page.ts';

test('a reload in the middle of a run leaves no file behind', async ({ page, runPage }) => {
  await runPage.open(RESTING);
  await runPage.run.click();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running', { timeout: 30_000 });
  expect(await filesInOpfs(page)).not.toEqual([]);

  await reload(page);
  await expect(runPage.run).toBeEnabled();
  await expectFilesDeleted(page);
});

test('after a tab was closed in the middle of a run, the next run starts clean', async ({ context, runPage, page }) => {
  await runPage.open(RESTING);
  await runPage.run.click();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running', { timeout: 30_000 });
  expect(await filesInOpfs(page)).not.toEqual([]);
  await page.close();

  const next = await context.newPage();
  const nextRun = runPage.on(next);
  await nextRun.open({ ...BRIEF, autorun: '1' });
  await nextRun.reaches('done', 50_000);
  await expectFilesDeleted(next);
});
