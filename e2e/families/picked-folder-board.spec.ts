import { expect, test } from '../support/fixtures.ts';
import { pickFolderOfOwn } from '../support/lib/pick-folder.ts';

const RUN_MS = 120_000;
/** Keeps the profile's size, so that the result can be ranked. */
const FEWER_CALLS = { reads: '200', files: '20' };

test('a published run on a picked folder is on its own board, and on no board of sync handles', async ({
  api,
  familyPage,
  leaderboardPage,
  page,
}) => {
  test.setTimeout(RUN_MS + 60_000);
  const device = 'Stick from a picked folder';
  await pickFolderOfOwn(page);
  await familyPage.openFamily('picked-folder', FEWER_CALLS);
  await expect(familyPage.run).toBeEnabled();
  await familyPage.run.click();
  await familyPage.reaches('done', RUN_MS);
  await familyPage.publish.click();
  await familyPage.publishDialog.getByLabel('Device').fill(device);
  await familyPage.publishDialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(familyPage.publishDialog.getByRole('link')).toHaveAttribute('href', /^\/r\/[0-9A-Z]{16}/);

  await leaderboardPage.openUntilShown({ metric: 'picked_seq_read', layout: 'picked-folder' }, device);
  await expect(leaderboardPage.row(device)).toContainText(/ceiling [\d,.]+/);
  await expect(page.getByText('never compared with them')).toBeVisible();

  // As people do, by choosing another figure.
  await page.getByLabel('Test and figure').selectOption({ label: 'Random read in 4 KiB slices, from memory' });
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(leaderboardPage.row(device)).toContainText('not ranked');
  await page.getByLabel('Measured through').selectOption({ label: 'all workers on one file' });
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/layout=shared/);
  await expect(leaderboardPage.row(device)).toHaveCount(0);

  for (const id of [
    'device.picked_seq_read.picked-folder',
    'device.seq1m_q1t1_write.shared',
    'device.drive_score.node',
  ]) {
    const { recent } = (await (await api.get(`/boards/${id}`)).json()) as { recent: { device: { name: string } }[] };
    const isListed = recent.some((row) => row.device.name === device);
    expect(isListed, id).toBe(id.endsWith('.picked-folder'));
  }
});
