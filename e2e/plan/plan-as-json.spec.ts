/** A plan in the address, before anything is measured. */
import { expect, test } from '../support/fixtures.ts';
import { SHORT } from '../support/page-objects/run-page.ts';

test('without autorun the page waits', async ({ runPage, page }) => {
  await runPage.open(SHORT);
  await expect(runPage.run).toBeEnabled();
  expect(await page.evaluate(() => window.opfsmark)).toEqual({ status: 'idle', record: null, error: null });
});

test('the page names the part of a plan as JSON that it cannot use', async ({ runPage, page }) => {
  for (const [plan, named] of [
    ['{"loops":99}', 'loops=99'],
    ['{"speed":11}', 'speed=11'],
    ['{"family":"dance"}', 'family=dance'],
    ['{"loops":', 'plan={"loops":'],
  ] as const) {
    await runPage.open({ plan });
    await expect(page.getByRole('alert').getByText(named, { exact: true })).toBeVisible();
    await expect(runPage.run).toBeEnabled();
  }
});
