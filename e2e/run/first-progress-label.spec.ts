import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { LONG } from '../support/page-objects/run-page.ts';

/** In the page: collects every text about the time left, in the order in which people could read it. */
function collectTimesLeft(): void {
  const texts: string[] = [];
  Object.assign(window, { timesLeft: texts });
  new MutationObserver(() => {
    const text = document.querySelector('progress + p strong')?.textContent ?? '';
    if (text !== '' && texts.at(-1) !== text) texts.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

const timesLeftOn = (page: Page) => page.evaluate(() => Reflect.get(window, 'timesLeft') as string[]);

test('a run that lasts minutes never says "0 s left"', async ({ page, runPage }) => {
  await page.addInitScript(collectTimesLeft);
  await runPage.open(LONG);
  await runPage.run.click();
  await expect(runPage.row('SEQ1M Q8')).toContainText('running', { timeout: 30_000 });
  await runPage.stop.click();
  const texts = await timesLeftOn(page);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.startsWith('0 s'))).toEqual([]);
});

test('nor does the run of a family', async ({ familyPage, page }) => {
  await page.addInitScript(collectTimesLeft);
  await familyPage.openFamily('queue-sweep', { limit_ms: '60000' });
  await familyPage.run.click();
  await expect(page.getByText(/^RND4K Q\d+ (read|write)/).first()).toBeVisible({ timeout: 30_000 });
  await familyPage.stop.click();
  const texts = await timesLeftOn(page);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.startsWith('0 s'))).toEqual([]);
});
