import { availableParallelism, loadavg } from 'node:os';
import { expect } from '@playwright/test';
import {
  familyIostat,
  familyRecordContradictions,
  type FamilyId,
  type FamilyPlanOf,
  type FamilyRecord,
  type FamilyResultOf,
} from '@opfsmark/schema';
import { declaration } from '../factories/declaration.ts';
import type { FamilyPage } from '../page-objects/family-page.ts';
import { expectNoViolations } from './axe.ts';
import { LANGUAGES, speak } from './language.ts';
import { filesInOpfs } from './opfs.ts';
import { shown } from './shown.ts';

const RUN_MS = 110_000;
export const FAMILY_TEST_MS = 180_000;
/** 320 px is also what 1280 px are at 400 %. */
const WIDTHS = [320, 1280] as const;
const HEIGHT = 720;

export interface FamilyRun<Id extends FamilyId> {
  readonly record: FamilyRecord;
  readonly plan: FamilyPlanOf<Id>;
  readonly result: FamilyResultOf<Id>;
}

/**
 * Clicks Run on a family's page and waits for the end. Holds for every family: the record does not contradict itself,
 * the iostat view has the rates of each part, and nothing is left behind. Prints how long it took and the longest
 * task of the page's own thread: on a machine with more to do than processors, that is also how long others had them.
 */
export async function runFamily<Id extends FamilyId>(
  page: FamilyPage,
  id: Id,
  parameters: Record<string, string> = {},
): Promise<FamilyRun<Id>> {
  await page.openFamily(id, parameters);
  await expect(page.run).toBeEnabled();
  const beganMs = await page.nowMs();
  await page.run.click();
  await page.reaches('done', RUN_MS);
  const record = await page.familyRecord();
  if (record === null) throw new Error('no record');
  const longTasks = await page.longTasksMs(beganMs);
  const [load = 0] = loadavg();
  console.info(
    `${id}: ${(record.wall_ms / 1000).toFixed(1)} s; longest task of the page ${Math.max(0, ...longTasks) || 'under 50'} ms ` +
      `(${longTasks.length} of 50 ms and more); load ${load.toFixed(1)} on ${availableParallelism()} processors`,
  );

  expect(record.status).toBe('done');
  expect(record.plan.family).toBe(id);
  expect(familyRecordContradictions(record)).toEqual([]);
  expect(JSON.stringify(record).length).toBeLessThan(256 * 1024);
  expect((await page.cellsOf('As iostat shows it')).map((cells) => cells.slice(1, 3))).toEqual(
    familyIostat(record.result).map(({ row }) => [shown(row.r_per_s), shown(row.w_per_s)]),
  );
  expect(await filesInOpfs(page.page)).toEqual([]);
  expect(await page.otherStorage()).toEqual([]);
  return { record, plan: record.plan as FamilyPlanOf<Id>, result: record.result as FamilyResultOf<Id> };
}

async function expectFits(page: FamilyPage, name: string): Promise<void> {
  await expectNoViolations(page.page, name);
  for (const width of WIDTHS) {
    await page.page.setViewportSize({ width, height: HEIGHT });
    const surplus = () => page.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.soft.poll(surplus, { message: `${name} at ${width} px` }).toBeLessThanOrEqual(0);
  }
}

/**
 * Publishes what the page has measured and follows the permalink: it shows every table of the run page as it was there.
 * Both pages give axe nothing to say and fit into narrow windows, in each language.
 */
export async function expectPermalink(page: FamilyPage): Promise<void> {
  const tables = await page.tables();
  expect(tables.length).toBeGreaterThan(1);
  for (const language of LANGUAGES) {
    await speak(page.page, language);
    await expectFits(page, `the run, ${language}`);
  }
  await speak(page.page, LANGUAGES[0]);

  const declared = declaration();
  await page.publishAs(declared);
  await page.page.goto((await page.permalink.getAttribute('href')) ?? '');
  await expect(page.page.getByRole('heading', { level: 1 })).toHaveText(declared.device);
  expect(await page.tables()).toEqual(tables);
  if ((await page.published.count()) > 0) await page.showPublished();
  for (const language of [...LANGUAGES].toReversed()) {
    await speak(page.page, language);
    await expectFits(page, `the permalink, ${language}`);
  }
}
