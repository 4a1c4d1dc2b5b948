import { randomId } from '@opfsmark/schema/documents';
import type { APIRequestContext } from '@playwright/test';
import { makeUpload } from '../../worker-api/test/factory.ts';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Api } from '../support/lib/api.ts';

const BOARD = '/leaderboard?by=filesystem';

/** Publishes runs on ext4 under Linux and Android, and one without a filesystem; their device. */
async function publishOnTwoSystems(api: Api, request: APIRequestContext): Promise<string> {
  const { device } = declaration();
  for (const os of ['linux', 'android'] as const) {
    const client = { browser: { family: 'chrome' as const, major: 156 }, os: { family: os, major: null } };
    await api.publishRanked(
      makeUpload({ rig_id: randomId(), environment: { client }, declared: { device, filesystem: 'ext4' } }),
    );
  }
  await expect.poll(async () => (await request.get(BOARD)).text(), { timeout: 5_000 }).toContain(device);
  return device;
}

test('recent runs on a filesystem are listed with their systems, unranked, within five seconds', async ({
  api,
  leaderboardPage,
  request,
}) => {
  const device = await publishOnTwoSystems(api, request);
  await leaderboardPage.open({ by: 'filesystem' });
  const rows = leaderboardPage.recent.getByRole('row').filter({ hasText: device });
  await expect(rows.filter({ hasText: 'Linux' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Android' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'counts towards a rank' })).toHaveCount(2);
  await expect(leaderboardPage.table.getByText(device)).toHaveCount(0);
});

test('after a click on another board its recent runs are those of that board', async ({
  api,
  leaderboardPage,
  page,
  request,
}) => {
  const device = await publishOnTwoSystems(api, request);
  await leaderboardPage.open();
  await page.getByRole('link', { name: 'By filesystem' }).click();
  await expect(page).toHaveURL(/by=filesystem/);
  await expect(leaderboardPage.recent.getByText(device).first()).toBeVisible();
});
