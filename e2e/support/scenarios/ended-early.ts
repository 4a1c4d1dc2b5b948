/** Runs that end early: what they found before is kept. */
import { expect, test } from '../fixtures.ts';
import { expectFilesDeleted } from '../lib/opfs.ts';
import { collectTimesLeft, expectNeverZeroLeft } from '../lib/workers.ts';
import type { FamilyPage } from '../page-objects/family-page.ts';
import { type RunPage, SHORT } from '../page-objects/run-page.ts';

/** Each lasts long enough to be stopped in the middle. */
const LONG_PLANS = {
  stutter: { calls: '60000', limit: '0' },
  'small-files': { ll4k: '20000' },
  'queue-sweep': { limit_ms: '60000' },
  database: { rows: '2000000' },
  'app-storage': { puts: '2000' },
} as const;

/** A test for each of these families that Stop ends it. */
export function testStop(families: readonly (keyof typeof LONG_PLANS)[]): void {
  for (const family of families) {
    test(`${family}: Stop ends it, keeps what is done, and leaves nothing behind; until then it never says "0 s left"`, async ({
      familyPage,
    }) => {
      await collectTimesLeft(familyPage.page);
      await familyPage.openFamily(family, LONG_PLANS[family]);
      await familyPage.begin();
      await expect(familyPage.page.getByRole('progressbar')).toBeVisible();
      // A sweep names its point, the others themselves.
      const progressText = familyPage.page.getByText(/: measuring$|^RND4K Q\d+ (read|write)/).first();
      await expect(progressText).toBeVisible();
      await familyPage.stop.click();
      await expectNeverZeroLeft(familyPage.page);
      await familyPage.reaches('done');
      expect((await familyPage.familyRecord())?.status).toBe('stopped');
      await expectFilesDeleted(familyPage.page);
      await expect.poll(() => familyPage.otherStorage()).toEqual([]);
    });
  }
}

export const STORED = 'Facts by storage';

export async function beginAppStorage(familyPage: FamilyPage): Promise<void> {
  await familyPage.openFamily('app-storage', {
    rows: '100',
    puts: '50',
    loops: '9',
    contenders: 'opfs-sync,idb-strict',
  });
  await familyPage.begin();
  // The facts of trials are there before the first figure.
  await expect(familyPage.table(STORED).getByRole('row').nth(1)).toContainText(/\d.(?:ms|µs)/);
}

export async function expectFailed(familyPage: FamilyPage, code: string, table: string): Promise<void> {
  await familyPage.reaches('failed');
  const record = await familyPage.familyRecord();
  expect(record).toMatchObject({ status: 'failed', failure: { code } });
  await expect(familyPage.alert).toBeVisible();
  await expect(familyPage.table(table).getByRole('row').nth(1)).toBeVisible();
  await expect(familyPage.publish).toBeEnabled();
  await expectFilesDeleted(familyPage.page);
  await expect.poll(() => familyPage.otherStorage()).toEqual([]);
}

/** Starts a run of four tests and waits for the first result. The rest before the next test leaves time for a fault. */
export async function runUntilFirstNumber(runPage: RunPage): Promise<string> {
  await runPage.open({ ...SHORT, interval: '2' });
  await runPage.begin();
  await expect(runPage.cells('SEQ1M Q1').first()).toContainText('one loop');
  return runPage.number('SEQ1M Q1', 'read');
}

/** One test failed after the first, in the record and in the grid; all others are done and keep their numbers. */
export async function expectOneFailed(runPage: RunPage, firstNumber: string): Promise<void> {
  const jobs = (await runPage.record())?.result.jobs ?? [];
  const failedAt = jobs.findIndex(({ status }) => status === 'failed');
  expect(failedAt).toBeGreaterThan(0);
  expect(jobs.map(({ status }) => status)).toEqual(jobs.map((_, index) => (index === failedAt ? 'failed' : 'done')));
  expect(jobs).toHaveLength(4);
  expect(await runPage.number('SEQ1M Q1', 'read')).toBe(firstNumber);
  await expect(runPage.results.getByText('failed', { exact: true })).toHaveCount(1);
  await expect(runPage.alert).toContainText('A worker stopped');
}
