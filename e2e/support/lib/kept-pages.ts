import { expect, type Page } from '@playwright/test';
import type { Language } from './language.ts';

/** Waits until the service worker keeps its pages in a language. */
export async function waitUntilKeptIn(page: Page, language: Language): Promise<void> {
  const keptLanguage = () =>
    page.evaluate(async () => {
      const kept = await caches.match('/offline', { ignoreVary: true });
      return /<html[^>]* lang="(\w+)"/.exec((await kept?.text()) ?? '')?.[1];
    });
  await expect.poll(keptLanguage).toBe(language);
}
