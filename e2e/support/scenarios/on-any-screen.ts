/** A result is whole wherever it is shown. */
import type { Page } from '@playwright/test';
import type { FamilyId } from '@opfsmark/schema/families';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { entryOf } from '../../../web/src/lib/features/history/keep.ts';
import { expect, test } from '../fixtures.ts';
import { declaration, realRecord } from '../lib/records.ts';
import { keepRun, showFinished } from '../lib/kept-runs.ts';
import { follow } from '../lib/visit.ts';

interface Screen {
  readonly size: { readonly width: number; readonly height: number };
  readonly maxHeight: number;
}

/** A result is at most two screens wide open, and under 4,000 px on a phone. */
export const SCREENS: readonly Screen[] = [
  { size: { width: 1440, height: 900 }, maxHeight: 2050 },
  { size: { width: 390, height: 844 }, maxHeight: 4000 },
];

/** So many frames without a change: charts and tables follow the window in later ones. */
const STILL_FRAMES = 10;

function stillHeight(frames: number): Promise<number> {
  const height = () => document.documentElement.scrollHeight;
  return new Promise((resolve) => {
    let [last, sameCount] = [height(), 0];
    const look = () => {
      const now = height();
      sameCount = now === last ? sameCount + 1 : 0;
      last = now;
      if (sameCount < frames) requestAnimationFrame(look);
      else resolve(now);
    };
    requestAnimationFrame(look);
  });
}

/** The footer has its own room; more is of something that is not seen. */
const MAX_BELOW_FOOTER = 120;

/** In the page. */
const belowFooter = (footer: Element) =>
  document.documentElement.scrollHeight - scrollY - footer.getBoundingClientRect().bottom;

/** The part that a permalink loads last. */
const shareCard = (page: Page) => page.getByRole('heading', { name: 'Share and keep' });

/** Shows the result on this screen and waits until it is whole; fails where it is longer than allowed or than what is seen. */
export async function expectTwoScreens(page: Page, { size, maxHeight }: Screen, last = shareCard(page)): Promise<void> {
  await page.setViewportSize(size);
  await expect(last).toBeVisible();
  expect(await page.evaluate(stillHeight, STILL_FRAMES), `${size.width} px`).toBeLessThanOrEqual(maxHeight);
  const emptyHeight = await page.getByRole('contentinfo').evaluate(belowFooter);
  expect(emptyHeight, `below the footer at ${size.width} px`).toBeLessThan(MAX_BELOW_FOOTER);
}

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

/** One of each kind: the grid, the two with views of their own, and of the others one with rows and one with points. */
export const KINDS = ['matrix', 'stutter', 'app-storage', 'durability', 'block-sweep'] as const satisfies FamilyId[];

const WIDE_SCREEN = { width: 1280, height: 720 };

export const recordOf = (family: FamilyId) => realRecord(family === 'matrix' ? 'quick' : `family-${family}`);

/** A test for each of these families of all pages that have its result. The records are real. */
export function testOnAnyScreen(families: readonly FamilyId[]): void {
  for (const family of families) {
    const record = recordOf(family);

    test(`a result of ${family} has its permalink, its run page and its page in History, on any screen, with the same tables @long`, async ({
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
        await page.setViewportSize(WIDE_SCREEN);
      });
      const publishedTables = await familyPage.tables();
      const expectSameTables = () =>
        expect(async () => {
          expect(publishedTables).toEqual(expect.arrayContaining(await familyPage.tables()));
        }).toPass();

      await test.step('History opens it as its permalink shows it', async () => {
        await keepRun(page, entryOf(record, null), record);
        await follow(page, '/history');
        await page.getByRole('table', { name: 'Runs' }).getByRole('rowheader').getByRole('link').click();
        await expect(page.getByRole('link', { name: 'Run again' })).toBeVisible();
        await expectSameTables();
        await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
      });

      await test.step('the page of the finished run has at most two screens, and no table is cut', async () => {
        await showFinished(page, record);
        for (const screen of SCREENS) {
          await expectTwoScreens(page, screen, familyPage.tabs.first());
          await expect.poll(() => cutTables(page)).toEqual([]);
        }
        await page.setViewportSize(WIDE_SCREEN);
        await expectSameTables();
      });
    });
  }
}
