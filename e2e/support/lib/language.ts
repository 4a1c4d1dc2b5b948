import { expect, type Page } from '@playwright/test';

export const LANGUAGES = ['en', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/** On a busy machine. */
const LANGUAGE_MS = 20_000;

/** Changes the language of the page as it is, with all that has been done on it. */
export async function speak(page: Page, language: Language): Promise<void> {
  const html = page.locator('html');
  if ((await html.getAttribute('lang')) === language) return;
  // Not a real click: behind a dialog there is none.
  await page.locator(`header a[hreflang=${language}]`).dispatchEvent('click');
  await expect(html).toHaveAttribute('lang', language, { timeout: LANGUAGE_MS });
}
