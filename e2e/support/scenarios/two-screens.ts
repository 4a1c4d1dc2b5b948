import { expect, type Page } from '@playwright/test';

export interface Screen {
  readonly size: { readonly width: number; readonly height: number };
  readonly maxHeight: number;
}

/** A permalink is at most two screens wide open, and under 4,000 px on a phone. */
export const SCREENS: readonly Screen[] = [
  { size: { width: 1440, height: 900 }, maxHeight: 2000 },
  { size: { width: 390, height: 844 }, maxHeight: 4000 },
];

/**
 * Shows the permalink on this screen and waits until it is whole; fails where it is longer than allowed. Polled: charts follow
 * the window in a later frame.
 */
export async function expectTwoScreens(page: Page, { size, maxHeight }: Screen): Promise<void> {
  await page.setViewportSize(size);
  await expect(page.getByRole('heading', { name: 'Share and keep' })).toBeVisible();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect.poll(height, { message: `${size.width} px` }).toBeLessThanOrEqual(maxHeight);
}
