/** The dialog suggests devices that several networks have confirmed, and no name that somebody made up. */
import { randomId } from '@opfsmark/schema/documents';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { showFinished } from '../support/lib/finished-run.ts';

/** All from this one network, which confirms nothing. */
const RUNS = 3;

// The test aborts the request for suggestions at the end.
test.use({ expectedErrors: [/net::ERR_FAILED/] });

test('a device that one network alone has published is not suggested', async ({ api, measured, page, runPage }) => {
  const { device } = declaration();
  for (let seed = 0; seed < RUNS; seed++) {
    await api.publishRanked(makeUpload({ rig_id: randomId(), declared: { device } }));
  }
  await showFinished(page, measured);
  await runPage.publish.click();
  const input = runPage.publishDialog.getByRole('combobox', { name: 'Device' });
  await expect(input).toBeFocused();
  const answered = page.waitForResponse(/\/api\/v1\/devices\?/);
  await page.keyboard.type(device.slice(0, -2));
  await answered;
  await expect(page.locator(`datalist option[value="${device}"]`)).toHaveCount(0);

  await page.route('**/api/v1/devices?*', (route) => route.abort());
  await input.fill('Something nobody knows');
  await expect(page.locator('datalist option')).toHaveCount(0);
  await runPage.publishDialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await runPage.permalink.waitFor();
});
