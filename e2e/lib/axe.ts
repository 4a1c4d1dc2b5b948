import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** All that another colour scheme can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

async function violationsOf(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** Fails where axe has something to say of the page as it is. */
export async function expectNoViolations(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await violationsOf(new AxeBuilder({ page })), name).toEqual([]);
}

/** The same of its dark form: nothing but its colours is another. */
export async function expectNoDarkViolations(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect.soft(await violationsOf(new AxeBuilder({ page }).withRules(OF_COLOURS)), `${name}, dark`).toEqual([]);
}
