import { expect, test } from '../fixtures.ts';
import { expectFilesDeleted } from '../lib/opfs.ts';
import { collectTimesLeft, expectNeverZeroLeft } from '../lib/times-left.ts';

/** Each lasts long enough to be stopped in the middle. */
const LONG = {
  stutter: { calls: '60000', limit: '0' },
  'small-files': { ll4k: '20000' },
  'queue-sweep': { limit_ms: '60000' },
  database: { rows: '2000000' },
  'app-storage': { puts: '2000' },
} as const;

/** A test for each of these families that Stop ends it. */
export function testStop(families: readonly (keyof typeof LONG)[]): void {
  for (const family of families) {
    test(`${family}: Stop ends it, keeps what is done, and leaves nothing behind; until then it never says "0 s left"`, async ({
      familyPage,
    }) => {
      await collectTimesLeft(familyPage.page);
      await familyPage.openFamily(family, LONG[family]);
      await familyPage.begin();
      await expect(familyPage.page.getByRole('progressbar')).toBeVisible();
      // A sweep names its point, the others themselves.
      const measuring = familyPage.page.getByText(/: measuring$|^RND4K Q\d+ (read|write)/).first();
      await expect(measuring).toBeVisible();
      await familyPage.stop.click();
      await expectNeverZeroLeft(familyPage.page);
      await familyPage.reaches('done');
      expect((await familyPage.familyRecord())?.status).toBe('stopped');
      await expectFilesDeleted(familyPage.page);
      await expect.poll(() => familyPage.otherStorage()).toEqual([]);
    });
  }
}
