import { expect, type Page } from '@playwright/test';

/** 320 px is also what 1280 px are at 400 %; 640 px what they are at 200 %. */
export const WIDTHS = [320, 640, 1280] as const;
const HEIGHT = 720;

/** In the page: what reaches beyond the right edge of the window and does not scroll by itself; nothing where the page fits. */
function sideways(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const scrolls = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth && !scrolls(element.parentElement),
  );
  const name = (element: Element) =>
    `<${element.localName} class="${element.className}"> ${element.textContent.trim()}`;
  return [`${document.documentElement.scrollWidth} px`, ...wide.map((element) => name(element).slice(0, 120))];
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
