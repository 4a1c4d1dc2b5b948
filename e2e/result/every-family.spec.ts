/** A result of any family has the pages that one of the grid has. The records are real: nothing is measured here. `long` has those that differ only in data. */
import { randomId } from '@opfsmark/schema/documents';
import { figuresOf } from '@opfsmark/schema/families';
import { entryOf } from '../../web/src/lib/features/history/keep.ts';
import { DELETION_KEY, makeUpload } from '@opfsmark/schema/test-support/upload';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { keepRun } from '../support/lib/kept-runs.ts';
import { realRecord } from '../support/lib/real-record.ts';
import { cutTables, KINDS, recordOf, testOnAnyScreen } from '../support/scenarios/on-any-screen.ts';
import { expectTwoScreens, SCREENS } from '../support/scenarios/two-screens.ts';
import { visit } from '../support/lib/visit.ts';

testOnAnyScreen(KINDS);

/** One with rows and one with parts; `web/test/every-family.test.ts` has the addresses, files and ratios of all. */
for (const family of ['matrix', 'durability'] as const) {
  const record = recordOf(family);

  test(`a result of ${family} has a picture, files, a comparison and a page in History, and is run again`, async ({
    api,
    familyPage,
    page,
    sharedRunPage,
  }) => {
    const ids = [await api.publish(record, declaration()), await api.publish(record, declaration())];
    const [id = ''] = ids;
    // With the deletion key in this browser the permalink has one more line.
    await page.addInitScript(([key, token]) => localStorage.setItem(key, token), [
      `opfsmark.deletion-key.${id}`,
      DELETION_KEY,
    ] as const);
    await sharedRunPage.open(id);
    await test.step('it has a picture, a badge, files and a report, and a deletion for who has the key', async () => {
      const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
      const answer = await page.request.get(picture ?? '');
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
      await expect(page.getByRole('img', { name: 'Badge of this result' })).toBeVisible();
      for (const file of ['.json', '.csv', '.txt', '.png']) {
        await expect(page.getByRole('link', { name: file, exact: true })).toBeVisible();
      }
      await expect(page.getByText('Save as…', { exact: true })).toBeVisible();
      await expect(page.getByText('Report this result')).toBeVisible();
      await expect(page.getByText('Delete this result')).toBeVisible();
    });
    const published = await familyPage.tables();

    await test.step('it is run again beside itself', async () => {
      await page.getByRole('link', { name: 'Run the same test' }).click();
      await expect(page).toHaveURL(new RegExp(`beside=${id}`));
      await expect(familyPage.run).toBeVisible();
      await expect(familyPage.alert).toHaveCount(0);
    });

    await test.step('two runs stand side by side', async () => {
      await visit(page, `/compare?runs=${ids.join(',')}`);
      const table = page.getByRole('table', { name: 'Figures and ratios' });
      await expect(table.locator('th[scope=row]')).toHaveCount(figuresOf(record).length);
      await expect(table.getByText('no clear difference').first()).toBeVisible();
    });

    await test.step('History opens it as its permalink shows it', async () => {
      await keepRun(page, entryOf(record, null), record);
      await visit(page, '/history');
      await page.getByRole('table', { name: 'Runs' }).getByRole('rowheader').getByRole('link').click();
      await expect(page.getByRole('link', { name: 'Run again' })).toBeVisible();
      expect(published).toEqual(expect.arrayContaining(await familyPage.tables()));
      await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
    });
  });
}

test('held: the notes are folded, and name what is serious', async ({ api, page }) => {
  const id = await api.publishRanked(makeUpload({ keptInMemory: true, rig_id: randomId() }));
  await visit(page, `/r/${id}`);
  for (const screen of SCREENS) await expectTwoScreens(page, screen);
  await expect(page.getByText(/\d notes on this run/)).toContainText('This looks like storage in memory');
  await expect(page.getByRole('heading', { name: 'This looks like storage in memory' })).toBeHidden();
});

/** Each tab once, of a grid with many rows and of one with mixed reads and writes. */
const FIRST_TABS = {
  'profile-nvme': ['latency', 'time', 'percentiles'],
  mix: ['rates', 'iostat', 'environment'],
} as const;

for (const [profile, tabs] of Object.entries(FIRST_TABS)) {
  test(`of ${profile} any tab may be opened first, the page has two screens, and no table is cut`, async ({
    api,
    page,
  }) => {
    const id = await api.publish(realRecord(profile), declaration());
    for (const tab of tabs) {
      await visit(page, `/r/${id}?tab=${tab}`);
      for (const screen of SCREENS) {
        await expectTwoScreens(page, screen);
        await expect.poll(() => cutTables(page)).toEqual([]);
      }
    }
  });
}
