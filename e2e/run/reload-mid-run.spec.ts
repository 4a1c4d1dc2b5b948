import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted, filesInOpfs } from '../support/lib/opfs.ts';
import { reload } from '../support/lib/visit.ts';
import { BRIEF, LONG, RESTING } from '../support/page-objects/run-page.ts';

test('a reload in the middle of a run asks, shows what was measured, keeps it, and leaves no file behind', async ({
  page,
  runPage,
}) => {
  await runPage.open({ ...LONG, loops: '1', limit: '1' });
  await runPage.begin();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running');
  expect(await filesInOpfs(page)).not.toEqual([]);

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await reload(page);
  await expect(page.getByText('The page was reloaded or left during the run')).toBeVisible();
  expect(asked).toEqual(['beforeunload']);
  expect((await runPage.record())?.status).toBe('stopped');
  await expect(runPage.cells('SEQ1M Q8').first()).toContainText(/\d/);
  await expect(runPage.runAgain).toBeVisible();
  await expectFilesDeleted(page);
  await page.getByRole('link', { name: 'History' }).first().click();
  await expect(page.getByRole('main').getByText('stopped').first()).toBeVisible();
});

test('after a tab was closed in the middle of a run, the next run starts clean', async ({ context, runPage, page }) => {
  await runPage.open(RESTING);
  await runPage.begin();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running');
  expect(await filesInOpfs(page)).not.toEqual([]);
  await page.close();

  const next = await context.newPage();
  const nextRun = runPage.on(next);
  await nextRun.open({ ...BRIEF, autorun: '1' });
  await nextRun.reaches('done');
  await expectFilesDeleted(next);
});
