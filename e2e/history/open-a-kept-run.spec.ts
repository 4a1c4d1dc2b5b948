/** A run that is kept in History has an address of its own in this browser, and is published and compared from there. */
import { declaration } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectKeptRuns } from '../support/lib/kept-runs.ts';
import { reload } from '../support/lib/visit.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';

test('a run that was left is opened, published and compared from History', async ({ page, runPage }) => {
  await runPage.open({ ...BRIEF, autorun: '1' });
  await runPage.reaches('done');
  const written = await runPage.number('SEQ1M Q1', 'write');
  await expectKeptRuns(page, 1);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();

  const kept = page.getByRole('table', { name: 'Runs' }).getByRole('rowheader').getByRole('link');
  await expect(kept).toBeVisible();
  await kept.click();
  await expect(page).not.toHaveURL(/\/history$/);
  await expect(runPage.cells('SEQ1M Q1').last()).toContainText(written);
  await reload(page);
  await expect(runPage.cells('SEQ1M Q1').last()).toContainText(written);

  const content = page.getByRole('main');
  await expect(content.getByRole('link', { name: /compare/i }).first()).toBeVisible();
  await runPage.publishAs(declaration());
  await expect(runPage.permalink).toHaveAttribute('href', /^\/r\/[0-9A-Z]{16}/);
});
