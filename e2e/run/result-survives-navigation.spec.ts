import { expect, test } from '../support/fixtures.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';

test('after a look at another page, Back shows the finished result, which can still be published', async ({
  page,
  runPage,
}) => {
  await runPage.open(BRIEF);
  await runPage.run.click();
  await runPage.reaches('done', 50_000);
  const read = await runPage.number('SEQ1M Q1', 'read');
  expect(read).toMatch(/\d/);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await page.goBack();
  await expect(runPage.publish).toBeEnabled();
  await expect(runPage.cells('SEQ1M Q1').first()).toContainText(read);
});
