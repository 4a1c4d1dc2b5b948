import { WITH_MODERATOR } from '../moderator.ts';
import type { Page } from '@playwright/test';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES, speak } from './visit.ts';

export const MAX_GROUP_RUNS = 5;

/** Settings of the site that is photographed: boards and groups fill with a few results, and a moderator may enter. */
export const PICTURE_SITE = {
  ...WITH_MODERATOR,
  RUNS_PER_GROUP: String(MAX_GROUP_RUNS),
  TRUST_POLICY: 'open',
};

const SIZES = { narrow: { width: 390, height: 844 }, wide: { width: 1440, height: 900 } };
const SCHEMES = ['light', 'dark'] as const;

/** In the page: charts are drawn when they are near the window, and painted in the next frame. */
async function scrollThrough(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await frame();
    await frame();
  }
  scrollTo(0, 0);
  await frame();
  await frame();
}

/** In the page: the library of charts gives a canvas its style when it draws. */
function areChartsDrawn(): boolean {
  return [...document.querySelectorAll('canvas')].every(
    (canvas) => !canvas.checkVisibility() || canvas.hasAttribute('style'),
  );
}

/** Takes four pictures of the page in its present state and language: sizes and colour schemes. */
export async function captureSpoken(page: Page, name: string, language: Language): Promise<void> {
  // Cards that a page loads after its text.
  await page.waitForLoadState('networkidle');
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(scrollThrough);
      await page.waitForFunction(areChartsDrawn);
      const path = `screenshots/${name}-${size}-${colorScheme}-${language}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
}

/** Takes two pictures of what is seen of a page while it changes: of each size. */
export async function captureMoment(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.screenshot({ path: `screenshots/${name}-${size}-light-${DEFAULT_LANGUAGE}.png` });
  }
}

/** Takes eight pictures of the page in its present state: four in each language. */
export async function capture(page: Page, name: string): Promise<void> {
  for (const language of LANGUAGES) {
    await speak(page, language);
    await captureSpoken(page, name, language);
  }
  // Page objects look for English.
  await speak(page, DEFAULT_LANGUAGE);
}
