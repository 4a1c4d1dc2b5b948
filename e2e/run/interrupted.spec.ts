/** A run that is stopped, left, reloaded or broken: what was finished is kept, and nothing is left behind. */
import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted, filesInOpfs } from '../support/lib/opfs.ts';
import { BRIEF, LONG, RESTING, TO_END_EARLY } from '../support/page-objects/run-page.ts';
import { reload } from '../support/lib/visit.ts';
import { crashWorkers } from '../support/lib/workers.ts';
import { expectOneFailed, runUntilFirstNumber } from '../support/scenarios/ended-early.ts';

test('Stop in the middle of a run keeps the finished rows and deletes the file; the focus is on the button of the moment', async ({
  page,
  runPage,
}) => {
  await runPage.open(TO_END_EARLY);
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
  await expect(runPage.cells('SEQ1M Q2').first()).toContainText(/\d/);
  await expect(runPage.cells('RND4K Q1').last()).not.toContainText(/\d/);
  const record = await runPage.record();
  expect(record?.status).toBe('stopped');
  expect(record?.result.jobs[0]?.status).toBe('done');
  expect(record?.result.jobs.length).toBeLessThan(3);
  await expectFilesDeleted(page);
});

test('Stop while the file is filled ends the run as well @long', async ({ page, runPage }) => {
  await runPage.open({ profile: 'quick', cache: 'as-is', size: '2GiB', time: '0' });
  await runPage.begin();
  await expect(page.getByText('Filling the file')).toBeVisible();
  await runPage.stop.click();
  await expect(runPage.run.or(runPage.runAgain)).toBeEnabled();
  await expectFilesDeleted(page);
});

test('a reload in the middle of a run asks, shows what was measured, keeps it, and leaves no file behind', async ({
  page,
  runPage,
}) => {
  await runPage.open(TO_END_EARLY);
  await runPage.begin();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running');
  expect(await filesInOpfs(page)).not.toEqual([]);

  const dialogTypes: string[] = [];
  page.on('dialog', (dialog) => {
    dialogTypes.push(dialog.type());
    void dialog.accept();
  });
  await reload(page);
  await expect(page.getByText('The page was reloaded or left during the run')).toBeVisible();
  expect(dialogTypes).toEqual(['beforeunload']);
  expect((await runPage.record())?.status).toBe('stopped');
  await expect(runPage.cells('SEQ1M Q2').first()).toContainText(/\d/);
  await expect(runPage.runAgain).toBeVisible();
  await expectFilesDeleted(page);
  await page.getByRole('link', { name: 'History' }).first().click();
  await expect(page.getByRole('main').getByText('stopped').first()).toBeVisible();
});

test('after a tab was closed in the middle of a run, the next run starts clean @long', async ({
  context,
  runPage,
  page,
}) => {
  await runPage.open(RESTING);
  await runPage.begin();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running');
  expect(await filesInOpfs(page)).not.toEqual([]);
  await page.close();

  const nextPage = await context.newPage();
  const nextRun = runPage.on(nextPage);
  await nextRun.open({ ...BRIEF, autorun: '1' });
  await nextRun.reaches('done');
  await expectFilesDeleted(nextPage);
});

test('after a look at another page, Back shows the finished result, which can still be published @long', async ({
  page,
  runPage,
}) => {
  await runPage.open(BRIEF);
  await runPage.begin();
  await runPage.reaches('done');
  const writeSpeed = await runPage.number('SEQ1M Q1', 'write');
  expect(writeSpeed).toMatch(/\d/);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await page.goBack();
  await expect(runPage.publish).toBeEnabled();
  await expect(runPage.cells('SEQ1M Q1').last()).toContainText(writeSpeed);
});

test('a run goes on while another page is read, and Back shows it @long', async ({ page, runPage }) => {
  await runPage.open(LONG);
  await runPage.begin();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await page.goBack();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running');
  await runPage.stop.click();
  await expect(page.getByText('Finished rows are kept').first()).toBeVisible();
});

test('a second tab says that another one measures, its autorun ends as failed, and it can run afterwards @long', async ({
  context,
  runPage,
}) => {
  await runPage.open(RESTING);
  await runPage.begin();
  await expect(runPage.stop).toBeVisible();

  const second = runPage.on(await context.newPage());
  await second.open({ ...BRIEF, autorun: '1' });
  await expect(second.page.getByText('Already measuring in another tab').first()).toBeVisible();
  await second.reaches('failed');
  expect(JSON.stringify(await second.page.evaluate(() => window.opfsmark?.error))).toContain('busy');
  await expect(second.run).toBeEnabled();

  await runPage.page.bringToFront();
  await runPage.stop.click();
  await runPage.reaches('done');
  await second.page.bringToFront();
  await second.begin();
  await second.reaches('done');
});

test.describe('a worker that dies', () => {
  test.use({ expectedErrors: [/crashed on purpose/] });

  test('fails its test; the others are run and kept, and no file is left @long', async ({ page, runPage }) => {
    const firstNumber = await runUntilFirstNumber(runPage);
    await crashWorkers(page);
    await runPage.reaches('failed');

    await expectOneFailed(runPage, firstNumber);
    const record = await runPage.record();
    expect(record?.failure).toMatchObject({ code: 'worker_died' });
    expect(record?.failure?.detail).toContain('crashed on purpose');
    await expectFilesDeleted(page);
  });
});
