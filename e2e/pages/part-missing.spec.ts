/** A tab stays open while another version of the site is deployed: what it has not loaded yet is gone. */
import { expect, test } from '../support/fixtures.ts';
import { AT_ONCE } from '../support/page-objects/run-page.ts';

test.use({ expectedErrors: [/status of 404/] });

test('a part that is gone says so where the click was, and a reload keeps the result', async ({ page, runPage }) => {
  const GONE = '**/_app/immutable/**';
  await runPage.open(AT_ONCE);
  await runPage.reaches('done');
  const before = await runPage.record();
  await page.waitForLoadState('networkidle');
  await page.route(GONE, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));

  const control = page.getByRole('region', { name: 'Control' });
  const missing = /could not be loaded/;
  await page.getByRole('button', { name: 'Customise', exact: true }).click();
  await expect(control.getByRole('alert')).toContainText(missing);
  await runPage.showTab('Percentiles');
  await expect(page.getByRole('alert').filter({ hasText: missing })).toHaveCount(2);
  await page.getByText('Save as…', { exact: true }).click();
  await page.getByRole('button', { name: 'CSV', exact: false }).click();
  await expect(page.getByRole('alert').filter({ hasText: missing })).toHaveCount(3);

  await page.unroute(GONE);
  await control.getByRole('button', { name: 'Reload' }).first().click();
  await expect(runPage.runAgain).toBeVisible();
  expect((await runPage.record())?.started_at).toBe(before?.started_at);
  await expect(runPage.tab('Percentiles')).toHaveAttribute('aria-current', 'true');
});
