import { expect, test } from '../support/fixtures.ts';
import { LONG, BRIEF } from '../support/page-objects/run-page.ts';

test('a second tab says that another one measures, and can run afterwards', async ({ context, runPage }) => {
  await runPage.open(LONG);
  await runPage.run.click();
  await expect(runPage.stop).toBeVisible();

  const second = runPage.on(await context.newPage());
  await second.open(BRIEF);
  await second.run.click();
  await expect(second.page.getByText('Already measuring in another tab').first()).toBeVisible();
  await expect(second.run).toBeEnabled();

  await runPage.page.bringToFront();
  await runPage.stop.click();
  await runPage.reaches('done', 10_000);
  await second.page.bringToFront();
  await second.run.click();
  await second.reaches('done', 50_000);
});
