import { expect, type Page } from '@playwright/test';

export const LANGUAGES = ['en', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Allows for a busy machine. */
const LANGUAGE_MS = 20_000;

/** Changes the language of the page and keeps its state. */
export async function speak(page: Page, language: Language): Promise<void> {
  const html = page.locator('html');
  if ((await html.getAttribute('lang')) === language) return;
  // Dispatched, because an open dialog covers the link.
  await page.locator(`header a[hreflang=${language}]`).dispatchEvent('click');
  await expect(html).toHaveAttribute('lang', language, { timeout: LANGUAGE_MS });
}
