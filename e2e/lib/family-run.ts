import { expect } from '@playwright/test';
import {
  familyIostat,
  familyRecordContradictions,
  type FamilyId,
  type FamilyPlanOf,
  type FamilyRecord,
  type FamilyResultOf,
} from '@opfsmark/schema';
import type { FamilyPage } from '../pages/family-page.ts';
import { filesInOpfs } from './opfs.ts';

const RUN_MS = 110_000;
export const FAMILY_TEST_MS = 150_000;

export interface FamilyRun<Id extends FamilyId> {
  readonly record: FamilyRecord;
  readonly plan: FamilyPlanOf<Id>;
  readonly result: FamilyResultOf<Id>;
}

/**
 * Clicks Run on a family's page and waits for the end. Holds for every family: the record does not contradict itself,
 * the iostat view has a line for each of its parts, and nothing is left behind. Prints how long it took and the
 * main-thread tasks that took 50 ms and more.
 */
export async function runFamily<Id extends FamilyId>(
  page: FamilyPage,
  id: Id,
  parameters: Record<string, string> = {},
): Promise<FamilyRun<Id>> {
  await page.openFamily(id, parameters);
  await expect(page.run).toBeEnabled();
  await page.run.click();
  await page.reaches('done', RUN_MS);
  const record = await page.familyRecord();
  if (record === null) throw new Error('no record');
  const longTasks = await page.longTasksMs();
  console.info(
    `${id}: ${(record.wall_ms / 1000).toFixed(1)} s, long tasks of the page (ms): ${longTasks.join(', ') || 'none'}`,
  );

  expect(record.status).toBe('done');
  expect(record.plan.family).toBe(id);
  expect(familyRecordContradictions(record)).toEqual([]);
  expect(JSON.stringify(record).length).toBeLessThan(256 * 1024);
  expect((await page.cellsOf('As iostat shows it')).map(([part]) => part)).toEqual(
    familyIostat(record.result).map(({ part }) => part),
  );
  expect(await filesInOpfs(page.page)).toEqual([]);
  expect(await page.otherStorage()).toEqual([]);
  return { record, plan: record.plan as FamilyPlanOf<Id>, result: record.result as FamilyResultOf<Id> };
}
