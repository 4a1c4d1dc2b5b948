/** A result on paper, with few colours, and with larger letters: what a page says does not hang on a usual screen. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { declaration, realRecord } from '../support/lib/records.ts';
import { follow, visit } from '../support/lib/visit.ts';

/** Whether anything was drawn on a canvas. */
function isDrawn(canvas: HTMLCanvasElement): boolean {
  const blank = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
  return canvas.toDataURL() !== blank.toDataURL();
}

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

const PHONE = { width: 390, height: 844 };

test('a result is printed whole, light and without buttons; it follows the size of letters, and needs no colours @long', async ({
  api,
  page,
}) => {
  const id = await api.publish(realRecord('quick'), declaration());
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, '/browsers');
  const charts = page.locator('main canvas');
  const print = () => page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(charts.first()).not.toBeInViewport();
  const dark = await background(page);

  await test.step('a page that is printed at once says where a chart is missing, and that it can be printed again', async () => {
    await page.emulateMedia({ media: 'print' });
    const late = page.locator('figure').getByText('Print again.');
    await expect(late).toHaveCount(await charts.count());
    await expect(late.first()).toBeVisible();
    await expect(charts.first()).toBeHidden();
    await page.emulateMedia({ media: null });
    await expect(late.first()).toBeHidden();
  });
  for (const address of ['/browsers', `/r/${id}`]) {
    if (new URL(page.url()).pathname !== address) await visit(page, address);
    await test.step(`${address}: charts that nobody has scrolled to are drawn`, async () => {
      await expect(async () => {
        await print();
        expect(await charts.count()).toBeGreaterThan(0);
        for (const chart of await charts.all()) expect(await chart.evaluate(isDrawn)).toBe(true);
      }).toPass();
    });
  }
  await test.step('in light colours, and without what is only for the screen', async () => {
    await page.emulateMedia({ media: 'print' });
    expect(await background(page)).not.toBe(dark);
    await expect(page.getByRole('banner')).toBeHidden();
    // The button that explains a term is the term.
    await expect(page.locator('button:not(.term > button):visible')).toHaveCount(0);
    await page.emulateMedia({ media: null });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await background(page)).toBe(dark);
  });
  await test.step('every letter follows the size that the browser is set to', async () => {
    const sizes = () =>
      page
        .getByRole('main')
        .locator('h1, h2, h3, p, a, td, th, button, summary')
        .evaluateAll((all) => all.map((element) => parseFloat(getComputedStyle(element).fontSize)));
    const usual = await sizes();
    await page.evaluate(() => (document.documentElement.style.fontSize = '24px'));
    const larger = await sizes();
    expect(larger.filter((size, index) => size < (usual[index] ?? 0) * 1.45)).toEqual([]);
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  });
  await test.step('with the colours of the system what is chosen has a frame', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const chosen = page.getByRole('main').locator('[aria-current]').first();
    await expect(chosen).toHaveCSS('outline-style', 'solid');
  });
  await test.step('on paper as narrow as a phone nothing lies on what is read', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PHONE);
    await follow(page, '/');
    const above = await page.locator('body *').evaluateAll((all) => {
      const seen = all.filter((element) => element.checkVisibility());
      return seen
        .filter((element) => getComputedStyle(element).position === 'fixed')
        .map(({ classList }) => classList.value);
    });
    expect(above).toEqual([]);
  });
});

test('with letters twice as large a table of stores and a code to type are no wider than a phone @long', async ({
  api,
  page,
  sharedRunPage,
}) => {
  await page.setViewportSize(PHONE);
  const expectFits = async () => {
    await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  };
  await visit(page, '/g');
  await expectFits();
  await sharedRunPage.open(await api.publish(realRecord('family-app-storage'), declaration()));
  await expect(page.getByRole('main').locator('summary b').first()).toBeVisible();
  await expectFits();
});

test('what the keys come to on a phone never lies under the bar with Run @long', async ({ page, runPage }) => {
  await page.setViewportSize(PHONE);
  await runPage.open();
  await expect(runPage.run).toBeEnabled();
  const hidden = () =>
    page.evaluate(() => {
      const [focused, bar] = [document.activeElement, document.querySelector('.bottom-bar')];
      if (!focused || !bar || bar.contains(focused)) return null;
      return focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top ? focused.textContent : null;
    });
  const last = page.getByRole('contentinfo').getByRole('link').last();
  const isLast = () => last.evaluate((link) => link === document.activeElement);
  while (!(await isLast())) {
    await page.keyboard.press('Tab');
    expect(await hidden()).toBeNull();
  }
});
