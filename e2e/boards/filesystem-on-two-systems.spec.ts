import { randomId } from '@opfsmark/schema/documents';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Api } from '../support/lib/api.ts';
import { openUntilShown } from '../support/lib/board-refresh.ts';
import { confirmRun, removeRun } from '../support/moderator.ts';

/** Publishes runs on ext4 under Linux and Android; their ids. */
async function publishOnTwoSystems(api: Api) {
  const { device } = declaration();
  const ids: string[] = [];
  for (const os of ['linux', 'android'] as const) {
    const client = { browser: { family: 'chrome' as const, major: 156 }, os: { family: os, major: null } };
    ids.push(
      await api.publishRanked(
        makeUpload({ rig_id: randomId(), environment: { client }, declared: { device, filesystem: 'ext4' } }),
      ),
    );
  }
  return { ids };
}

test('runs on a filesystem are listed by their systems at once, also after a click on another board', async ({
  api,
  leaderboardPage,
  page,
  request,
}) => {
  const { ids } = await publishOnTwoSystems(api);
  try {
    await leaderboardPage.open();
    await page.getByRole('link', { name: 'By filesystem' }).click();
    await expect(page).toHaveURL(/by=filesystem/);
    for (const os of ['Linux', 'Android'])
      await expect(leaderboardPage.table.getByRole('link', { name: `ext4 · ${os}`, exact: true })).toBeVisible();
  } finally {
    for (const id of ids) await removeRun(request, id);
  }
});

test('ranked runs on a filesystem have a row for each system, which opens its page', async ({
  api,
  leaderboardPage,
  page,
  request,
}) => {
  const elsewhere = process.env['E2E_BASE_URL'] !== undefined;
  const why = 'only the site that the tests start themselves has this moderator';
  if (elsewhere) console.log(`skipped: ${why}`);
  test.skip(elsewhere, why);
  const { ids } = await publishOnTwoSystems(api);
  try {
    for (const id of ids) await confirmRun(request, id);
    const { table } = leaderboardPage;
    const onLinux = table.getByRole('link', { name: 'ext4 · Linux', exact: true });
    const onAndroid = table.getByRole('link', { name: 'ext4 · Android', exact: true });
    await openUntilShown(() => leaderboardPage.open({ by: 'filesystem' }), onAndroid);
    // By script too, from a board that has other rows.
    await page.getByRole('link', { name: 'By device' }).click();
    await page.getByRole('link', { name: 'By filesystem' }).click();
    for (const row of [onLinux, onAndroid]) await expect(row).toBeVisible();
    await onAndroid.click();
    await expect(page).toHaveURL(/\/filesystem\/ext4/);
  } finally {
    for (const id of ids) await removeRun(request, id);
  }
});
