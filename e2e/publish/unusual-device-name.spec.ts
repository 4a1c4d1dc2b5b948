import { newRunId } from '@opfsmark/schema/documents';
import { DELETION_SHA256 } from '@opfsmark/schema/test-support/upload';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { showFinished } from '../support/lib/finished-run.ts';
import { problemOf } from '../support/lib/api.ts';
import { visit } from '../support/lib/visit.ts';

/** Each sign becomes a word in the device's address. */
const DEVICE = '+'.repeat(50);

test.use({ expectedErrors: [/status of (400|422)/] });

test('the service accepts a device of 50 plus signs, or refuses it with a reason', async ({
  api,
  measured,
  request,
}) => {
  const response = await api.putRun(newRunId(), {
    record: measured,
    declared: declaration({ device: DEVICE }),
    deletion_sha256: DELETION_SHA256,
  });
  expect([201, 400, 422]).toContain(response.status());
  if (response.status() !== 201) {
    const { errors } = await problemOf(response);
    expect(errors?.map(({ pointer }) => pointer).join(' ')).toContain('device');
    return;
  }
  const { run_id } = (await response.json()) as { run_id: string };
  expect((await request.get(`/r/${run_id}`)).status()).toBe(200);
});

test('a device of 50 plus signs does not stay in the outbox', async ({ measured, page, runPage }) => {
  await showFinished(page, measured);
  await runPage.publish.click();
  await runPage.publishDialog.getByLabel('Device').fill(DEVICE);
  await runPage.publishDialog.getByRole('button', { name: 'Publish', exact: true }).click();
  const refused = runPage.publishDialog.getByRole('alert').filter({ hasText: 'Device' });
  await expect(runPage.permalink.or(refused)).toBeVisible();
  await visit(page, '/history');
  await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible();
  await expect(page.getByText(DEVICE)).toHaveCount(0);
});
