import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';

/** 320 px is also what 1280 px are at 400 %; 640 px what they are at 200 %; most phones have 360 to 430. */
const WIDTHS = [320, 412, 640, 1280] as const;
const HEIGHT = 720;

/** In the page: what reaches beyond the right edge of the window and does not scroll by itself; nothing where the page fits. */
function sideways(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const scrolls = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
  const wideElements = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth && !scrolls(element.parentElement),
  );
  const name = (element: Element) =>
    `<${element.localName} class="${element.className}"> ${element.textContent.trim()}`;
  return [`${document.documentElement.scrollWidth} px`, ...wideElements.map((element) => name(element).slice(0, 120))];
}

/** Fails where the page is wider than the window. Polled: charts follow the window in a later frame. */
export async function expectNoSidewaysScroll(
  page: Page,
  name: string,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    await expect.soft.poll(() => page.evaluate(sideways), { message: `${name} at ${width} px` }).toEqual([]);
  }
}

const SCRIPT = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js');
/** In place of half a megabyte of script, which the builder would send twice per look. */
const ALREADY_THERE = 'void 0';

export type Scheme = 'light' | 'dark';

/**
 * The faults that axe finds on the page in its present state. Legacy mode needs no tab of its own; it skips frames of other origins, which no
 * page has. The contrast of each text takes most of its time.
 */
export async function faultsOf(page: Page, colorScheme: Scheme = 'light', { contrast = true } = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(SCRIPT, 'utf8'));
  const rules = { 'color-contrast': { enabled: contrast } };
  const axe = new AxeBuilder({ page, axeSource: ALREADY_THERE }).options({ resultTypes: ['violations'], rules });
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

/** Fails where axe finds something on the page in its present state. */
export async function expectNoViolations(
  page: Page,
  name: string,
  colorScheme: Scheme = 'light',
  options: { readonly contrast?: boolean } = {},
): Promise<void> {
  expect.soft(await faultsOf(page, colorScheme, options), `${name}, ${colorScheme}`).toEqual([]);
}

/**
 * In the page: where the next press of Tab would lead astray. The order is that of the document, so what stands elsewhere than it is
 * written shows: the focus goes up, and not to another column.
 */
function outOfOrder(): string[] {
  const isFixed = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement));
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter((element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility());
  const name = (element: Element) => element.outerHTML.slice(0, 100);
  const ahead = all.filter(({ tabIndex }) => tabIndex > 0).map((element) => `before all others: ${name(element)}`);
  const inMain = all.filter((element) => element.closest('main') && !isFixed(element));
  const back = inMain.flatMap((element, index) => {
    const before = inMain[index - 1]?.getBoundingClientRect();
    const here = element.getBoundingClientRect();
    const goesUp = before && here.bottom <= before.top && here.left <= before.left + 1;
    return goesUp ? [`back up to ${name(element)}`] : [];
  });
  const [first] = all;
  const skips = first?.getAttribute('href') === '#content' ? [] : [`first: ${first ? name(first) : 'nothing'}`];
  return [...skips, ...ahead, ...back];
}

/** Fails where keys lead through the page in another order than it is read. */
export async function expectKeyboardOrder(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate(outOfOrder), `${name}: order of the keyboard`).toEqual([]);
}
