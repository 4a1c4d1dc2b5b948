/** The dialog suggests published devices, so that each device has one name. */
import { makeUpload } from '../../worker-api/test/factory.ts';
import { declaration } from '../support/lib/declaration.ts';
import { runId } from '../support/lib/run-id.ts';
import { expect, test } from '../support/fixtures.ts';
import { SHORT } from '../support/page-objects/run-page.ts';

/** A device is suggested once this many computers have published it. */
const RIGS_TO_BE_LISTED = 3;

// The test aborts the request for suggestions at the end.
test.use({ expectedErrors: [/net::ERR_FAILED/] });

test('known devices complete what was typed', async ({ api, page, runPage }) => {
  const { device } = declaration();
  for (let seed = 0; seed < RIGS_TO_BE_LISTED; seed++) {
    await api.publishRanked(makeUpload({ rig_id: runId(), declared: { device } }));
  }
  await runPage.open({ ...SHORT, autorun: '1' });
  await runPage.reaches('done', 50_000);
  await runPage.publish.click();
  const input = runPage.publishDialog.getByRole('combobox', { name: 'Device' });
  await expect(input).toBeFocused();
  await page.keyboard.type(device.slice(0, -2));
  await expect(page.locator(`datalist option[value="${device}"]`)).toBeAttached();

  await page.route('**/api/v1/devices?*', (route) => route.abort());
  await input.fill('Something nobody knows');
  await expect(page.locator('datalist option')).toHaveCount(0);
  await runPage.publishDialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await runPage.permalink.waitFor();
});
