import { expect, type Page } from '@playwright/test';

/** Collects every text about the time left of a page that is not open yet, in the order in which people could read it. */
export async function collectTimesLeft(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { timesLeft: texts });
    new MutationObserver(() => {
      const text = document.querySelector('progress + p strong')?.textContent ?? '';
      if (text !== '' && texts.at(-1) !== text) texts.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** For a run that lasts minutes. */
export async function expectNeverZeroLeft(page: Page): Promise<void> {
  const texts = await page.evaluate(() => Reflect.get(window, 'timesLeft') as string[]);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.startsWith('0 s'))).toEqual([]);
}
