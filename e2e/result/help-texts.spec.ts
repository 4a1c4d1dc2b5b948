/** The sentence that explains a term opens at the term: by click, tap, key and pointer. */
import type { Page } from '@playwright/test';
import { declaration, realRecord } from '../support/lib/records.ts';
import { expectNoViolations } from '../support/lib/axe.ts';
import { expect, longUnless, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

/** From the term to its sentence. */
const MAX_GAP_PX = 12;
/** From either side of the page. */
const MIN_MARGIN_PX = 15;

const termOf = (page: Page) => page.getByRole('button', { name: 'Opens files' });
const sentenceOf = (page: Page) => page.locator('[popover]:popover-open', { hasText: 'the drive finds 4 KiB' });

/** At the term, above or below it, and within the window. */
async function expectAtTerm(page: Page): Promise<void> {
  const [term, sentence] = [await termOf(page).boundingBox(), await sentenceOf(page).boundingBox()];
  if (!term || !sentence) throw new Error('not shown');
  const gap = Math.max(sentence.y - term.y - term.height, term.y - sentence.y - sentence.height);
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(MAX_GAP_PX);
  // A scroll bar takes some of the window.
  const { width, height } = await page.locator('html').evaluate((root) => ({
    width: root.clientWidth,
    height: root.clientHeight,
  }));
  expect(sentence.x).toBeGreaterThan(MIN_MARGIN_PX);
  expect(sentence.y).toBeGreaterThanOrEqual(0);
  expect(sentence.x + sentence.width).toBeLessThan(width - MIN_MARGIN_PX);
  expect(sentence.y + sentence.height).toBeLessThanOrEqual(height);
  expect(Math.min(sentence.x + sentence.width, term.x + term.width)).toBeGreaterThan(Math.max(sentence.x, term.x));
}

for (const width of [390, 1440]) {
  test(`a sentence opens at its term, by click, pointer and key, on a page of ${width} px${longUnless(width === 390)}`, async ({
    api,
    page,
  }) => {
    await visit(page, `/r/${await api.publish(realRecord('quick'), declaration())}`);
    const sentence = sentenceOf(page);
    await page.setViewportSize({ width, height: 844 });
    await termOf(page).click();
    await expect(sentence).toBeVisible();
    await expectAtTerm(page);
    if (width === 390) await expectNoViolations(page, 'a sentence is open', 'light', { contrast: false });
    await page.keyboard.press('Escape');
    await expect(sentence).toBeHidden();

    await page.mouse.move(0, 0);
    await termOf(page).hover();
    await expect(sentence).toBeVisible();
    await sentence.hover();
    await expect(sentence).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(sentence).toBeHidden();

    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(termOf(page)).toBeFocused();
    await expect(sentence).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(sentence).toBeHidden();
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a sentence opens at its term by a click @long', async ({ api, page }) => {
    await page.goto(`/r/${await api.publish(realRecord('quick'), declaration())}`);
    await termOf(page).click();
    await expect(sentenceOf(page)).toBeVisible();
    await expectAtTerm(page);
  });
});
