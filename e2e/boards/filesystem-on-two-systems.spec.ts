import type { APIRequestContext, Locator } from '@playwright/test';
import { makeUpload } from '../../worker-api/test/factory.ts';
import { runId } from '../support/lib/run-id.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Api } from '../support/lib/api.ts';

const BOARD = '/leaderboard?by=filesystem';

/** Puts ext4 on the board twice, measured on Linux and on Android. */
async function publishOnTwoSystems(api: Api, request: APIRequestContext): Promise<void> {
  for (const os of ['linux', 'android']) {
    const client = { browser: { family: 'chrome', major: 156 }, os: { family: os, major: null } };
    await api.publishRanked(makeUpload({ rig_id: runId(), environment: { client }, declared: { filesystem: 'ext4' } }));
  }
  // The page's own text, because a page that breaks in the browser must not look like a late refresh.
  await expect.poll(async () => (await request.get(BOARD)).text(), { timeout: 20_000 }).toMatch(/ext4[^<]*Android/);
}

/** The name in each row, without the rows that head a group. */
const namesIn = (table: Locator) => table.getByRole('rowheader').locator('bdi').allInnerTexts();

test('a filesystem on two systems has a row for each', async ({ api, leaderboardPage, request }) => {
  await publishOnTwoSystems(api, request);
  await leaderboardPage.open({ by: 'filesystem' });
  const names = await namesIn(leaderboardPage.table);
  expect(names.filter((name) => /ext4.*(Linux|Android)/.test(name))).toHaveLength(2);
  expect(new Set(names).size).toBe(names.length);
});

test('after a click on another board its heading and its rows belong together', async ({
  api,
  leaderboardPage,
  page,
  request,
}) => {
  await publishOnTwoSystems(api, request);
  await leaderboardPage.open();
  await expect(leaderboardPage.table.getByRole('columnheader', { name: 'Device' })).toBeVisible();
  await page.getByRole('link', { name: 'By filesystem' }).click();
  await expect(leaderboardPage.table.getByRole('columnheader', { name: 'Filesystem' })).toBeVisible();
  await expect(leaderboardPage.table.getByText(/ext4.*Android/)).toBeVisible();
  await page.getByRole('link', { name: 'By device' }).click();
  await expect(leaderboardPage.table.getByRole('columnheader', { name: 'Device' })).toBeVisible();
  await expect(leaderboardPage.table.getByText(/ext4.*Android/)).toHaveCount(0);
});
