import { expect, test } from '../support/fixtures.ts';
import { BRIEF, LONG } from '../support/page-objects/run-page.ts';

test('after a look at another page, Back shows the finished result, which can still be published', async ({
  page,
  runPage,
}) => {
  await runPage.open(BRIEF);
  await runPage.begin();
  await runPage.reaches('done');
  const read = await runPage.number('SEQ1M Q1', 'read');
  expect(read).toMatch(/\d/);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await page.goBack();
  await expect(runPage.publish).toBeEnabled();
  await expect(runPage.cells('SEQ1M Q1').first()).toContainText(read);
});

test('a run goes on while another page is read, and Back shows it', async ({ page, runPage }) => {
  await runPage.open(LONG);
  await runPage.begin();
  await expect(runPage.row('SEQ1M Q8')).toContainText('running');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await page.goBack();
  await expect(runPage.row('SEQ1M Q8')).toContainText('running');
  await runPage.stop.click();
  await expect(page.getByText('Finished rows are kept').first()).toBeVisible();
});
