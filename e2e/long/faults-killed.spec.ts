import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted, filesInOpfs } from '../support/lib/opfs.ts';
import { withRestarts } from '../support/lib/profile.ts';
import { RESTING, RunPage } from '../support/page-objects/run-page.ts';

test('a browser that was killed in the middle leaves no file after the next visit', async ({ playwright }) => {
  await withRestarts(playwright.chromium, async ({ open, restart }) => {
    const before = new RunPage(await open());
    await before.open(RESTING);
    await before.begin();
    await expect(before.row('SEQ1M Q1')).toContainText('running');
    await restart('killed');

    const after = new RunPage(await open());
    await after.page.goto('/favicon.svg');
    expect(await filesInOpfs(after.page)).not.toEqual([]);
    await after.open();
    await expect(after.run).toBeEnabled();
    await expectFilesDeleted(after.page);
  });
});

test('a prepared file that was being read when the browser was killed is deleted', async ({ playwright }) => {
  await withRestarts(playwright.chromium, async ({ open, restart }) => {
    const before = new RunPage(await open());
    await before.open({
      profile: 'quick',
      size: '32MiB',
      limit: '9',
      interval: '60',
      rows: 'RND4K-Q1T1',
      cache: 'cold',
    });
    await before.prepare.click();
    await before.prepared.getByRole('button', { name: 'Read from the drive' }).click();
    await expect(before.row('RND4K Q1')).toContainText('running');
    await restart('killed');

    const after = new RunPage(await open());
    await after.open();
    await expect(after.run).toBeEnabled();
    await expect(after.prepared).toBeHidden();
    await expectFilesDeleted(after.page);
  });
});
