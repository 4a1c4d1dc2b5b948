import { type APIRequestContext, expect, type Locator, type Page, type Response } from '@playwright/test';
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

/** A page that is open shows what it has; what it has not comes with the next refresh of the board. */
const LOOK_MS = 1_000;

/** Opens a page again and again until the service has refreshed its boards and the page shows `result`. */
export async function openUntilShown(open: () => Promise<unknown>, result: Locator): Promise<void> {
  await expect(async () => {
    await open();
    await expect(result).toBeVisible({ timeout: LOOK_MS });
  }).toPass();
}

/** Resolves when the page answers clicks and keys. What comes before that is lost. */
function waitUntilAlive(page: Page): Promise<void> {
  return page.locator('html[data-alive]').waitFor({ state: 'attached' });
}

/** Opens an address of the site and waits until its page is alive. */
export async function visit(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address);
  await waitUntilAlive(page);
  return response;
}

/** As somebody who is about to use the page: what is off its screen comes to life, too. */
export async function wake(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
}

/** Loads the page again and waits until it is alive. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await waitUntilAlive(page);
}

/** The text of a page without script, in the order of its text: what needs no browser to be looked at. */
export async function read(request: APIRequestContext, address: string) {
  const response = await request.get(address);
  const html = await response.text();
  const text = html.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ');
  return { status: response.status(), html, text: text.replace(/\s+/g, ' ') };
}

/** Follows a link of the site that need not stand on the page: its files and what they hold stay loaded. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.body.appendChild(Object.assign(document.createElement('a'), { href }));
    link.click();
    link.remove();
  }, address);
  await page.waitForURL((url) => url.pathname + url.search === address);
  await waitUntilAlive(page);
}
