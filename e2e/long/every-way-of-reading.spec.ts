/**
 * Every page in every way of reading: axe in light and dark, with the colours of the system, and on paper. Prints the grid; a cell is
 * how many faults there are.
 */
import type { Page } from '@playwright/test';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { ADDRESSES } from '../support/lib/addresses.ts';
import { faultsOf } from '../support/lib/axe.ts';
import { declaration, realRecord } from '../support/lib/records.ts';
import { visit } from '../support/lib/visit.ts';

test.use({ expectedErrors: [/status of 404/] });

/** In the page: what is chosen, how far something is, and what a chart is read by, and cannot be seen without colours of its own. */
function lostWithoutColours(): string[] {
  const isSeen = (element: Element) => {
    const { outlineStyle, borderStyle, forcedColorAdjust } = getComputedStyle(element);
    return outlineStyle !== 'none' || borderStyle !== 'none' || forcedColorAdjust !== 'auto';
  };
  const chosen = document.querySelectorAll(
    'main :is([aria-current], [aria-pressed="true"], [aria-selected="true"], progress)',
  );
  return [...chosen]
    .filter((element) => element.getClientRects().length > 0 && !isSeen(element))
    .map((element) => element.outerHTML.slice(0, 120));
}

/** In the page as it is printed: what is wider than the paper, what can only be pressed, and what is dark. */
function wrongOnPaper(): string[] {
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const buttons = [...document.querySelectorAll('header:not(main header), button:not(.term > button)')].filter(isShown);
  const wide =
    document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} px wide`] : [];
  const [red = 255] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
  return [...buttons.map((element) => element.outerHTML.slice(0, 120)), ...wide, ...(red < 200 ? ['dark'] : [])];
}

async function onPaper(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const faults = await page.evaluate(wrongOnPaper);
  await page.emulateMedia({ media: null });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.setViewportSize({ width: 1280, height: 720 });
  return faults;
}

async function withoutColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const faults = await page.evaluate(lostWithoutColours);
  await page.emulateMedia({ forcedColors: null });
  return faults;
}

const WAYS = {
  light: (page: Page) => faultsOf(page, 'light'),
  dark: (page: Page) => faultsOf(page, 'dark'),
  'forced colours': withoutColours,
  print: onPaper,
} as const;

test('no page has a fault in any way of reading @long', async ({ api, page }) => {
  const quick = await api.publish(realRecord('quick'), declaration());
  const ranked = await api.publishRanked(makeUpload({ declared: declaration({ device: 'Swept' }) }));
  const family = await api.publish(realRecord('family-sustained'), declaration());
  const group = await api.makeGroup('Swept', quick);
  const made = [
    `/r/${quick}`,
    `/r/${family}`,
    `/compare?runs=${quick},${ranked}`,
    `/g/${group}`,
    `/g/${group}?wall`,
    '/device/swept',
  ];
  const lines: string[] = [];
  for (const address of [...ADDRESSES, ...made]) {
    await visit(page, address);
    const cells: number[] = [];
    for (const [way, look] of Object.entries(WAYS)) {
      const faults = await look(page);
      cells.push(faults.length);
      expect.soft(faults, `${address}, ${way}`).toEqual([]);
    }
    lines.push(`| ${address} | ${cells.join(' | ')} |`);
  }
  console.log([`| page | ${Object.keys(WAYS).join(' | ')} |`, '|---|---|---|---|---|', ...lines].join('\n'));
});
