import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules that a colour scheme can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

const SCRIPT = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js');
/** In place of half a megabyte of script, which the builder would send twice per look. */
const ALREADY_THERE = 'void 0';

/** Looks at the page as it is. Legacy mode needs no tab of its own; it skips frames of other origins, which no page has. */
async function findViolations(page: Page, configure: (builder: AxeBuilder) => AxeBuilder): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(SCRIPT, 'utf8'));
  const builder = new AxeBuilder({ page, axeSource: ALREADY_THERE }).options({ resultTypes: ['violations'] });
  const { violations } = await configure(builder.setLegacyMode()).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** Fails where axe finds something on the page in its present state. */
export async function expectNoViolations(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await findViolations(page, (axe) => axe), name).toEqual([]);
}

/** The same in the dark scheme, where only the colours differ. */
export async function expectNoDarkViolations(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect.soft(await findViolations(page, (axe) => axe.withRules(OF_COLOURS)), `${name}, dark`).toEqual([]);
}
