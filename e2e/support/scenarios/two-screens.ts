import { expect, type Page } from '@playwright/test';

export interface Screen {
  readonly size: { readonly width: number; readonly height: number };
  readonly maxHeight: number;
}

/** A result is at most two screens wide open, and under 4,000 px on a phone. */
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

/** The footer has its own room; more is of something that is not seen. */
const MAX_BELOW_FOOTER = 120;

/** In the page. */
const belowFooter = (footer: Element) =>
  document.documentElement.scrollHeight - scrollY - footer.getBoundingClientRect().bottom;

/** What a permalink loads last. */
const shareCard = (page: Page) => page.getByRole('heading', { name: 'Share and keep' });

/** Shows the result on this screen and waits until it is whole; fails where it is longer than allowed or than what is seen. */
export async function expectTwoScreens(page: Page, { size, maxHeight }: Screen, last = shareCard(page)): Promise<void> {
  await page.setViewportSize(size);
  await expect(last).toBeVisible();
  expect(await page.evaluate(stillHeight, STILL_FRAMES), `${size.width} px`).toBeLessThanOrEqual(maxHeight);
  const empty = await page.getByRole('contentinfo').evaluate(belowFooter);
  expect(empty, `below the footer at ${size.width} px`).toBeLessThan(MAX_BELOW_FOOTER);
}
