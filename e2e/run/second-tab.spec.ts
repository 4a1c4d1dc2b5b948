import { expect, test } from '../support/fixtures.ts';
import { BRIEF, RESTING } from '../support/page-objects/run-page.ts';

test('a second tab says that another one measures, its autorun ends as failed, and it can run afterwards', async ({
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
