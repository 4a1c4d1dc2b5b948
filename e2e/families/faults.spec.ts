/** A family that ends early because its worker dies, falls silent, or finds no space. Finished parts are kept. */
import { expect, test } from '../support/fixtures.ts';
import { filesInOpfs } from '../support/lib/opfs.ts';
import { crashWorkers, collectWorkers } from '../support/lib/workers.ts';
import type { FamilyPage } from '../support/page-objects/family-page.ts';

const MIB = 2 ** 20;

/** Of the page's clock: how long a worker may be silent, and what it has written may take. */
const PATIENCE_S = 180;

const STORED = 'Class C: synced in order';

async function beginAppStorage(familyPage: FamilyPage): Promise<void> {
  await familyPage.openFamily('app-storage', {
    rows: '100',
    puts: '50',
    loops: '9',
    contenders: 'opfs-sync,idb-strict',
  });
  await familyPage.run.click();
  await expect(familyPage.table(STORED).getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 });
}

async function expectFailed(familyPage: FamilyPage, code: string, table: string): Promise<void> {
  await familyPage.reaches('failed', 60_000);
  const record = await familyPage.familyRecord();
  expect(record).toMatchObject({ status: 'failed', failure: { code } });
  await expect(familyPage.alert).toBeVisible();
  await expect(familyPage.table(table).getByRole('row').nth(1)).toBeVisible();
  await expect(familyPage.publish).toBeEnabled();
  expect(await filesInOpfs(familyPage.page)).toEqual([]);
  await expect.poll(() => familyPage.otherStorage()).toEqual([]);
}

test.describe('a worker that dies', () => {
  test.use({ expectedErrors: [/crashed on purpose/] });

  test('ends its family, and what it found is kept', async ({ familyPage }) => {
    await beginAppStorage(familyPage);
    await crashWorkers(familyPage.page);
    await expectFailed(familyPage, 'worker_died', STORED);
  });
});

test('a worker that falls silent is noticed, and what it found is kept', async ({ familyPage }) => {
  const { page } = familyPage;
  const endWorkers = await collectWorkers(page);
  await beginAppStorage(familyPage);
  await endWorkers();
  for (let s = 0; s < PATIENCE_S && !(await familyPage.alert.isVisible()); s += 10) await page.clock.runFor(10_000);
  await expectFailed(familyPage, 'worker_died', STORED);
});

test('a quota that is used up ends its family, and what it found is kept', async ({ familyPage }) => {
  const { page } = familyPage;
  await familyPage.openFamily('small-files', { ll512k: '2', ll4k: '10', hl4k: '10000', trials: '1' });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 12 * MIB });
  await familyPage.run.click();
  await expectFailed(familyPage, 'quota_exceeded', 'Figures');
});
