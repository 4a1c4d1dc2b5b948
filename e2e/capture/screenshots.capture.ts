/** Takes pictures of every page in each of its states, for people to look at. */
import { FAMILY_IDS, type FamilyId } from '@opfsmark/schema/families';
import { fillBoards } from '../support/scenarios/fill-boards.ts';
import { declaration } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { openUntilShown, visit } from '../support/lib/visit.ts';
import { capture } from '../support/lib/capture.ts';
import { pickFolderOfOwn } from '../support/lib/opfs.ts';
import { FamilyPage } from '../support/page-objects/family-page.ts';
import { SHORT } from '../support/page-objects/run-page.ts';

const RUN_MS = 120_000;

test.use({ expectedErrors: [/status of (404|410|503)|Not found: /] });

test('points in the manner of AS SSD', async ({ page, runPage }) => {
  test.setTimeout(600_000);
  await runPage.open({ profile: 'as-ssd', autorun: '1' });
  await runPage.reaches('done');
  await capture(page, 'done-as-ssd');
});

test('the grid: before, during and after a run, its dialogs, its permalink', async ({ page, runPage, api }) => {
  test.setTimeout(600_000);
  await runPage.open();
  await expect(runPage.run).toBeEnabled();
  await capture(page, 'idle');
  await runPage.customise();
  await capture(page, 'customise');

  await runPage.open({ profile: 'default', size: '64MiB', loops: '5', interval: '2', autorun: '1' });
  await expect(runPage.cells('RND4K Q1').nth(0)).toContainText(/\d/, { timeout: RUN_MS });
  await capture(page, 'running');
  await runPage.reaches('done');
  await capture(page, 'done');
  await runPage.publish.click();
  await runPage.publishDialog.getByLabel('Device').fill('Test bench');
  await capture(page, 'publish');
  const record = await runPage.record();
  if (record === null) throw new Error('no record');
  const declared = { device: 'Test bench', drive: 'Example 980 PRO', interface: 'NVMe', filesystem: 'ext4' } as const;
  await visit(page, `/r/${await api.publish(record, { ...declared, note: 'Nothing else was running.' })}`);
  await capture(page, 'result');

  await runPage.open({ ...SHORT, engine: 'scripted', autorun: '1' });
  await runPage.reaches('done');
  await visit(page, '/history');
  await page.getByRole('table', { name: 'Runs' }).waitFor();
  await capture(page, 'history');
});

/** Short settings that show every part of the view. */
const FAMILY_PARAMETERS: Partial<Record<FamilyId, Record<string, string>>> = {
  sustained: { budget: '2GiB' },
  'picked-folder': { size: '16MiB', reads: '200', files: '20' },
};

for (const family of FAMILY_IDS.filter((id) => id !== 'picked-file')) {
  test(`family: ${family}`, async ({ page, api }) => {
    test.setTimeout(600_000);
    if (family === 'picked-folder') await pickFolderOfOwn(page);
    const familyPage = new FamilyPage(page);
    await familyPage.openFamily(family, FAMILY_PARAMETERS[family] ?? {});
    await expect(familyPage.run).toBeEnabled();
    if (family === 'stutter') await capture(page, 'family-idle');
    await familyPage.begin();
    await familyPage.reaches('done');
    await capture(page, `family-${family}`);
    const record = await familyPage.familyRecord();
    if (record === null) throw new Error('no record');
    await visit(page, `/r/${await api.publish(record, declaration())}`);
    await capture(page, `result-${family}`);
  });
}

test('boards and comparisons', async ({ page, api }) => {
  test.setTimeout(600_000);
  const ids = await fillBoards(api);
  const one = ids.filter((_, index) => [0, 4, 9, 15, 22].includes(index));
  const boards = page.getByRole('table', { name: 'Leaderboard' });
  await openUntilShown(() => visit(page, '/leaderboard'), boards.getByText('Samsung T7').first());
  await capture(page, 'leaderboard');
  for (const [name, path] of Object.entries({
    'leaderboard-filesystem': '/leaderboard?by=filesystem',
    'leaderboard-empty': '/leaderboard?layout=node',
    'leaderboard-search': '/leaderboard?q=mac',
    device: '/device/macbook-pro-14-2023',
    filesystem: '/filesystem/ext4',
    'compare-two': `/compare?runs=${one.slice(0, 2).join(',')}`,
    'compare-five': `/compare?runs=${one.join(',')}`,
    'compare-case': '/compare?case=filesystems-usb-ssd',
  })) {
    await visit(page, path);
    await capture(page, name);
  }
});

test('pages to read, and pages that say what is wrong', async ({ page }) => {
  test.setTimeout(600_000);
  for (const [name, path] of Object.entries({
    compare: '/compare',
    'history-empty': '/history',
    method: '/method',
    drives: '/method/drives',
    privacy: '/privacy',
    api: '/api',
    offline: '/offline',
    'bad-link': '/?size=huge&speed=11',
    'not-found': '/nowhere',
    'no-such-result': '/r/7777777777777777',
    'no-such-device': '/device/nobody-has-this',
  })) {
    await visit(page, path);
    await capture(page, name);
  }
});
