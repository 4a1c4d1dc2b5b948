import { randomId } from '@opfsmark/schema/documents';
import { makePickedUpload } from '@opfsmark/schema/test-support/upload-families';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';

test('a published run on a picked folder is on its own board, and on no board of sync handles', async ({
  api,
  leaderboardPage,
  page,
}) => {
  const { device } = declaration();
  await api.publishRanked(makePickedUpload({ rig_id: randomId(), declared: { device } }));

  await leaderboardPage.openUntilShown({ metric: 'picked_seq_read', layout: 'picked-folder' }, device);
  await expect(leaderboardPage.row(device)).toContainText(/ceiling [\d,.]+/);
  await expect(page.getByText('never compared with them')).toBeVisible();

  // As people do, by choosing another figure.
  await page.getByLabel('Test and figure').selectOption({ label: 'Random read in 4 KiB slices, from memory' });
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(leaderboardPage.table.getByRole('columnheader', { name: 'IOPS' })).toBeVisible();
  await page.getByLabel('Measured through').selectOption({ label: 'all workers on one file' });
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/layout=shared/);
  await expect(leaderboardPage.row(device)).toHaveCount(0);

  for (const id of [
    'device.picked_seq_read.picked-folder',
    'device.seq1m_q1t1_write.shared',
    'device.drive_score.node',
  ]) {
    const isListed = (await (await api.get(`/boards/${id}`)).text()).includes(device);
    expect(isListed, id).toBe(id.endsWith('.picked-folder'));
  }
});
