import { expect, type Page } from '@playwright/test';

/** 320 px is also what 1280 px are at 400 %; 640 px what they are at 200 %. */
export const WIDTHS = [320, 640, 1280] as const;
const HEIGHT = 720;

/** Fails where the page is wider than the window. Polled: charts follow the window in a later frame. */
export async function expectNoSidewaysScroll(
  page: Page,
  name: string,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.soft.poll(excess, { message: `${name} at ${width} px` }).toBeLessThanOrEqual(0);
  }
}
