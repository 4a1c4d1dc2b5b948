/** What a page shows of a run that lasts minutes. */
import { expect, test } from '../support/fixtures.ts';
import { collectTimesLeft, expectNeverZeroLeft } from '../support/lib/workers.ts';
import { LONG } from '../support/page-objects/run-page.ts';

test('the live chart is titled with the test that runs, whole on any width, and nothing ever says "0 s left"', async ({
  page,
  runPage,
}) => {
  await collectTimesLeft(page);
  await runPage.open(LONG);
  await runPage.begin();
  const title = page.getByText('SEQ1M Q1 read, MB/s', { exact: true });
  await expect(title).toBeVisible();
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const missing = await title.evaluate((element) => {
      const { right, height } = element.getBoundingClientRect();
      const lines = height / Number.parseFloat(getComputedStyle(element).lineHeight);
      return {
        beyondItsBox: element.clientWidth === 0 ? 0 : Math.max(0, element.scrollWidth - element.clientWidth),
        beyondThePage: Math.max(0, right - document.documentElement.clientWidth),
        lines: Math.round(lines),
      };
    });
    expect(missing, `${width} px`).toEqual({ beyondItsBox: 0, beyondThePage: 0, lines: 1 });
  }
  await runPage.stop.click();
  await expectNeverZeroLeft(page);
});
