/** A family that ends early: what it found before is kept. */
import { expect } from '../fixtures.ts';
import { expectFilesDeleted } from '../lib/opfs.ts';
import type { FamilyPage } from '../page-objects/family-page.ts';

export const STORED = 'Class C: synced in order';

export async function beginAppStorage(familyPage: FamilyPage): Promise<void> {
  await familyPage.openFamily('app-storage', {
    rows: '100',
    puts: '50',
    loops: '9',
    contenders: 'opfs-sync,idb-strict',
  });
  await familyPage.begin();
  await expect(familyPage.table(STORED).getByRole('row').nth(1)).toBeVisible();
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
