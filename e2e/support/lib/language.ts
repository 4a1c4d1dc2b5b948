import { expect, type Page } from '@playwright/test';
import type { Language } from '../../../web/src/lib/base/i18n/languages.ts';

export {
  DEFAULT_LANGUAGE,
  LANGUAGE_IDS as LANGUAGES,
  type Language,
} from '../../../web/src/lib/base/i18n/languages.ts';

/** Changes the language of the page and keeps its state. */
export async function speak(page: Page, language: Language): Promise<void> {
  const html = page.locator('html');
  if ((await html.getAttribute('lang')) === language) return;
  // Dispatched, because an open dialog covers the link.
  await page.locator(`header a[hreflang=${language}]`).dispatchEvent('click');
  await expect(html).toHaveAttribute('lang', language);
}
