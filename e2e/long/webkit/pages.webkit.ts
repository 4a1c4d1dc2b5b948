/**
 * The pages in a stock WebKitGTK, the only relative of Safari that runs here. It shows them; its private file system does
 * not answer, so that it cannot measure, and the page says so.
 */
import { expect } from '@playwright/test';
import { findWebKit } from '../../../scripts/lib/browsers.mjs';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { test } from '../../support/fixtures.ts';
import { declaration } from '../../support/lib/declaration.ts';
import { realRecord } from '../../support/lib/real-record.ts';
import { withWebKit, type WebKitWindow } from '../../support/lib/webkit.ts';
import { baseURL } from '../../support/site.ts';

/** Opens a page and waits until it is alive and shows this text. */
async function openUntilShown(window: WebKitWindow, path: string, text: string): Promise<void> {
  await window.open(`${baseURL}${path}`);
  const isAlive = () => window.evaluate(`return document.documentElement.dataset.alive !== undefined`);
  await expect.poll(isAlive, { message: path, timeout: 60_000 }).toBe(true);
  const main = () => window.evaluate(`return document.querySelector('main').innerText`);
  await expect.poll(main, { message: path }).toContain(text);
}

const excessOf = (window: WebKitWindow) =>
  window.evaluate('return document.documentElement.scrollWidth - document.documentElement.clientWidth');

test('WebKitGTK shows the run page, a permalink, a board and a comparison, and says why it cannot measure', async ({
  api,
}) => {
  const found = findWebKit();
  const why = 'there is no WebKitGTK here, and it could not be installed';
  if (found === undefined) console.log(`skipped: ${why}`);
  test.skip(found === undefined, why);
  if (found === undefined) return;

  const { device } = declaration();
  const ids = [await api.publish(realRecord('quick'), { device }), await api.publish(realRecord('quick'), { device })];
  await api.publishRanked(makeUpload({ declared: { device } }));
  await withWebKit(found, async (window) => {
    await openUntilShown(window, '/?lang=en', 'This browser has no private file system');
    expect(await window.evaluate('return crossOriginIsolated')).toBe(true);
    expect(
      await window.evaluate(
        `return [...document.querySelectorAll('button')].some((b) => b.innerText === 'Run' && b.disabled)`,
      ),
    ).toBe(true);
    for (const width of [1280, 390]) {
      await window.resize(width, 800);
      await openUntilShown(window, `/r/${ids[0]}?lang=en`, device);
      expect(await window.evaluate(`return document.querySelector('main table').innerText`)).toContain('RND4K Q1');
      await expect.poll(() => excessOf(window), { message: `permalink at ${width} px` }).toBeLessThanOrEqual(0);
      await openUntilShown(window, '/leaderboard?lang=en&metric=seq1m_q1t1_write', device);
      await expect.poll(() => excessOf(window), { message: `leaderboard at ${width} px` }).toBeLessThanOrEqual(0);
      await openUntilShown(window, `/compare?runs=${ids.join(',')}&lang=en`, 'no clear difference');
      await expect.poll(() => excessOf(window), { message: `comparison at ${width} px` }).toBeLessThanOrEqual(0);
    }
  });
});
