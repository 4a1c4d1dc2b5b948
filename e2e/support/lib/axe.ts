import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** All that another colour scheme can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

async function violationsOf(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** "Legacy" looks into no frame of another origin, of which no page has one, and needs no tab to put its findings together. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

/** Fails where axe has something to say of the page as it is. */
export async function expectNoViolations(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await violationsOf(axe(page)), name).toEqual([]);
}

/** The same of its dark form: nothing but its colours is another. */
export async function expectNoDarkViolations(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect.soft(await violationsOf(axe(page).withRules(OF_COLOURS)), `${name}, dark`).toEqual([]);
}
