/** A result of any family has the pages that one of the grid has. The records are real: nothing is measured here. `long` has those that differ only in data. */
import { figuresOf } from '@opfsmark/schema/families';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { declaration, realRecord } from '../support/lib/records.ts';
import { expect, longUnless, test } from '../support/fixtures.ts';
import { follow, visit } from '../support/lib/visit.ts';
import {
  cutTables,
  expectTwoScreens,
  KINDS,
  recordOf,
  SCREENS,
  testOnAnyScreen,
} from '../support/scenarios/on-any-screen.ts';

testOnAnyScreen(KINDS);

/**
 * One with rows and one with parts. `web/test/every-family.test.ts` has the addresses, files and ratios of all,
 * `publish/permalink.spec.ts` what can be pressed there, and `compare` the comparison.
 */
for (const family of ['matrix', 'durability'] as const) {
  const record = recordOf(family);

  test(`a result of ${family} has a picture, files and a comparison, and is run again @long`, async ({
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

    await test.step('it is run again beside itself', async () => {
      await page.getByRole('link', { name: 'Run the same test' }).click();
      await expect(page).toHaveURL(new RegExp(`beside=${id}`));
      await expect(familyPage.run).toBeVisible();
      await expect(familyPage.alert).toHaveCount(0);
    });

    await test.step('two runs stand side by side', async () => {
      await follow(page, `/compare?runs=${ids.join(',')}`);
      const table = page.getByRole('table', { name: 'Figures and ratios' });
      await expect(table.locator('th[scope=row]')).toHaveCount(figuresOf(record).length);
      await expect(table.getByText('no clear difference').first()).toBeVisible();
    });
  });
}

/** Each tab once, of a grid with many rows and of one with mixed reads and writes. */
const FIRST_TABS = {
  'profile-nvme': ['latency', 'time', 'percentiles'],
  mix: ['rates', 'iostat', 'environment'],
} as const;

for (const [profile, tabs] of Object.entries(FIRST_TABS)) {
  test(`of ${profile} any tab may be opened first, the page has two screens, and no table is cut${longUnless(profile !== 'mix')}`, async ({
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
