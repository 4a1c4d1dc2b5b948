import type { Page } from '@playwright/test';
import type { FamilyId } from '@opfsmark/schema/families';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../fixtures.ts';
import { declaration } from '../lib/declaration.ts';
import { showFinished } from '../lib/finished-run.ts';
import { realRecord } from '../lib/real-record.ts';
import { expectTwoScreens, SCREENS } from './two-screens.ts';

/** One of each kind: the grid, the two with views of their own, and of the others one with rows and one with points. */
export const KINDS = ['matrix', 'stutter', 'app-storage', 'durability', 'block-sweep'] as const satisfies FamilyId[];

/** Tables that do not fit where they stand, and scroll. */
export const cutTables = (page: Page) =>
  page
    .locator('.scroll')
    .evaluateAll((regions) =>
      regions
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight),
        )
        .map((region) => region.getAttribute('aria-label')),
    );

const WIDE = { width: 1280, height: 720 };

export const recordOf = (family: FamilyId) => realRecord(family === 'matrix' ? 'quick' : `family-${family}`);

/** A test for each of these families that its result is whole wherever it is shown. The records are real. */
export function testOnAnyScreen(families: readonly FamilyId[]): void {
  for (const family of families) {
    const record = recordOf(family);

    test(`a result of ${family} has its run page and its permalink on any screen, with the same tables`, async ({
      api,
      familyPage,
      page,
      sharedRunPage,
    }) => {
      const id = await api.publish(record, declaration());
      // With the deletion key in this browser the permalink has one more line.
      await page.addInitScript(([key, token]) => localStorage.setItem(key, token), [
        `opfsmark.deletion-key.${id}`,
        DELETION_KEY,
      ] as const);
      await test.step('the permalink has at most two screens, and no table is cut', async () => {
        await sharedRunPage.open(id);
        for (const screen of SCREENS) {
          await expectTwoScreens(page, screen);
          await expect.poll(() => cutTables(page)).toEqual([]);
        }
      });
      await page.setViewportSize(WIDE);
      const published = await familyPage.tables();

      await test.step('the page of the finished run has at most two screens, and no table is cut', async () => {
        await showFinished(page, record);
        for (const screen of SCREENS) {
          await expectTwoScreens(page, screen, familyPage.tabs.first());
          await expect.poll(() => cutTables(page)).toEqual([]);
        }
      });

      await page.setViewportSize(WIDE);
      await expect(async () => {
        expect(published).toEqual(expect.arrayContaining(await familyPage.tables()));
      }).toPass();
    });
  }
}
