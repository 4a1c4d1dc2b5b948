/** What somebody hears of a Quick run: `npm run test -w e2e -- ear` prints it, with when it was said. */
import { expect, test } from '../support/fixtures.ts';

/** In the page: whatever a live region comes to say, with the second in which it does. */
function listen(): void {
  const heard: [second: number, text: string][] = [];
  const begun = performance.now();
  const last = new Map<Element, string>();
  const look = () => {
    // A button's own words are heard when it is pressed.
    const regions = ':is([role="status"], [role="alert"], [aria-live="polite"]):not(button, button *)';
    for (const region of document.querySelectorAll(regions)) {
      const text = region.textContent.trim().replaceAll(/\s+/g, ' ');
      if (text !== '' && last.get(region) !== text) heard.push([(performance.now() - begun) / 1000, text]);
      last.set(region, text);
    }
  };
  look();
  heard.length = 0;
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  Object.assign(window, { heard });
}

test('of a Quick run twelve things are said at the most, and none twice @long', async ({ page, runPage }) => {
  await runPage.open();
  await expect(runPage.run).toBeEnabled();
  await page.evaluate(listen);
  await runPage.begin();
  await runPage.reaches('done');
  const heard = await page.evaluate(() => (window as unknown as { heard: [number, string][] }).heard);
  console.log(heard.map(([second, text]) => `${second.toFixed(1).padStart(6)} s  ${text}`).join('\n'));
  const texts = heard.map(([, text]) => text);
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.length).toBeLessThanOrEqual(12);
  expect(new Set(texts).size).toBe(texts.length);
});
