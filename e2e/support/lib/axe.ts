import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { DEFAULT_LANGUAGE, type Language } from './language.ts';

/** The rules that a colour scheme can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** The kinds of rules that a text can break. */
const OF_TEXTS = ['forms', 'language', 'name-role-value', 'text-alternatives'].map((kind) => `cat.${kind}`);

async function violationsOf(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** Legacy mode needs no tab of its own. It skips frames of other origins, which no page has. */
const axe = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();

/** Fails where axe finds something on the page in its present state. */
export async function expectNoViolations(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await violationsOf(axe(page)), name).toEqual([]);
}

/** The same in one of the languages. Structure and colours are the same in all of them, and looked at in one. */
export async function expectNoViolationsIn(language: Language, page: Page, name: string): Promise<void> {
  if (language === DEFAULT_LANGUAGE) return expectNoViolations(page, `${name}, ${language}`);
  expect.soft(await violationsOf(axe(page).withTags(OF_TEXTS)), `${name}, ${language}`).toEqual([]);
}

/** The same in the dark scheme, where only the colours differ. */
export async function expectNoDarkViolations(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect.soft(await violationsOf(axe(page).withRules(OF_COLOURS)), `${name}, dark`).toEqual([]);
}
