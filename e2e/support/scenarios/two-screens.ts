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

/** So many frames without a change: charts and tables follow the window in later ones. */
const STILL_FRAMES = 10;

function stillHeight(frames: number): Promise<number> {
  const height = () => document.documentElement.scrollHeight;
  return new Promise((resolve) => {
    let [last, same] = [height(), 0];
    const look = () => {
      const now = height();
      same = now === last ? same + 1 : 0;
      last = now;
      if (same < frames) requestAnimationFrame(look);
      else resolve(now);
    };
    requestAnimationFrame(look);
  });
}

/** Shows the permalink on this screen and waits until it is whole; fails where it is longer than allowed. */
export async function expectTwoScreens(page: Page, { size, maxHeight }: Screen): Promise<void> {
  await page.setViewportSize(size);
  await expect(page.getByRole('heading', { name: 'Share and keep' })).toBeVisible();
  expect(await page.evaluate(stillHeight, STILL_FRAMES), `${size.width} px`).toBeLessThanOrEqual(maxHeight);
}
