import { expect } from '@playwright/test';
import {
  contradictions,
  iostatParts,
  type FamilyId,
  type FamilyRecord,
  type PlanOf,
  type ResultOf,
} from '@opfsmark/schema/families';
import { declaration, shown } from '../lib/records.ts';
import type { FamilyPage } from '../page-objects/family-page.ts';
import { expectFilesDeleted } from '../lib/opfs.ts';
import { visit } from '../lib/visit.ts';

const IOSTAT = 'In iostat format';

export interface FamilyRun<Id extends FamilyId> {
  readonly record: FamilyRecord<Id>;
  readonly plan: PlanOf<Id>;
  readonly result: ResultOf<Id>;
}

/**
 * Clicks Run on a family's page and waits for the end. Checks what holds for every family: the record does not
 * contradict itself, the iostat view has the rates of each part, and nothing is left behind.
 */
export async function runFamily<Id extends FamilyId>(
  page: FamilyPage,
  id: Id,
  parameters: Record<string, string> = {},
): Promise<FamilyRun<Id>> {
  await page.openFamily(id, parameters);
  await page.begin();
  await page.reaches('done');
  const record = await page.recordOf(id);
  if (record === null) throw new Error('no record');

  expect(record.status).toBe('done');
  expect(record.plan.family).toBe(id);
  expect(contradictions(record)).toEqual([]);
  expect(JSON.stringify(record).length).toBeLessThan(256 * 1024);
  const parts = iostatParts(record.result);
  expect((await page.cellsIn('iostat', IOSTAT)).map((cells) => cells.slice(1, 3))).toEqual(
    parts.map(({ row }) => [shown(row.r_per_s), shown(row.w_per_s)]),
  );
  await expectFilesDeleted(page.page);
  await expect.poll(() => page.otherStorage()).toEqual([]);
  // The record is of the family whose page made it, and so are its parts.
  return { record, plan: record.plan as PlanOf<Id>, result: record.result as ResultOf<Id> };
}

/** Shows the tab with the tables of the figures; a family without one has them above, and shows iostat's below. */
async function showFigures(page: FamilyPage): Promise<void> {
  if ((await page.tab('Figures').count()) === 0) {
    await page.showTab('iostat');
    return page.table(IOSTAT).waitFor();
  }
  await page.showTab('Figures');
  for (const other of [IOSTAT, 'What was compared']) await expect(page.table(other)).toHaveCount(0);
  await page.view.getByRole('table').first().waitFor({ state: 'attached' });
}

/**
 * Publishes what the page has measured and follows the permalink: it shows the tables of the run page as they were there.
 * That both fit any window, in each language, is looked at on real records: see `result/every-family.spec.ts`.
 */
export async function expectPermalink(page: FamilyPage): Promise<void> {
  await showFigures(page);
  const tables = await page.tables();
  expect(tables.length).toBeGreaterThan(0);

  const declared = declaration();
  await page.publishAs(declared);
  await visit(page.page, (await page.permalink.getAttribute('href')) ?? '');
  await expect(page.page.getByRole('heading', { level: 1 })).toHaveText(declared.drive ?? declared.device);
  await showFigures(page);
  expect(await page.tables()).toEqual(tables);
  if ((await page.tab('Published figures').count()) > 0) await page.showPublished();
}
