/** A page in another language: in the other one of the site, and translated by the browser. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { showFinished } from '../support/lib/kept-runs.ts';
import { reload, speak, visit, wake } from '../support/lib/visit.ts';
import { RunPage, EVERY_ROW } from '../support/page-objects/run-page.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { declaration } from '../support/lib/records.ts';

/**
 * The Japanese texts of buttons, labels and links in `panel`, with the number of lines that each takes. Every sign is set
 * one em wide, as in a Japanese font: a machine without one draws narrower boxes.
 */
async function linesOfLabels(panel: Locator): Promise<{ text: string; lines: number }[]> {
  return panel.locator('button, label, summary, a').evaluateAll((controls) => {
    const japaneseLetter = /[\u3040-\u30ff\u4e00-\u9fff]/;
    const isOwnText = (node: Node) =>
      node.nodeType === Node.TEXT_NODE &&
      japaneseLetter.test(node.textContent ?? '') &&
      node.parentElement?.closest('option') === null;
    const texts = controls
      .flatMap((control) => [control, ...control.querySelectorAll('*')])
      .flatMap((element) => [...element.childNodes].filter(isOwnText));
    const pen = document.createElement('canvas').getContext('2d');
    for (const { parentElement } of texts) {
      if (!parentElement || !pen) continue;
      const { font, fontSize } = getComputedStyle(parentElement);
      pen.font = font;
      parentElement.style.letterSpacing = `${parseFloat(fontSize) - pen.measureText('測').width}px`;
    }
    return texts.map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return { text: (node.textContent ?? '').trim(), lines: tops.size };
    });
  });
}

async function expectOneLineEach({ page }: RunPage): Promise<void> {
  await speak(page, 'ja');
  const labels = await linesOfLabels(page.getByRole('region', { name: '操作' }));
  expect(labels.length).toBeGreaterThan(2);
  expect(labels.filter(({ lines }) => lines > 1)).toEqual([]);
}

test.describe('at 768 px no label of the control panel takes two lines in Japanese', () => {
  test('before a run, with every choice open', async ({ page, runPage }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await runPage.open({ profile: 'nvme', cache: 'deep' });
    await expectOneLineEach(runPage);
  });

  test('after a run @long', async ({ measured, page, runPage }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await showFinished(page, measured);
    await expectOneLineEach(runPage);
  });
});

test('what the server says in a language is said anew where another is chosen', async ({ page }) => {
  const releases = page.locator('#releases');
  await visit(page, '/checked');
  const englishText = await releases.innerText();
  await speak(page, 'ja');
  const chosenText = await releases.innerText();
  await reload(page);
  expect(chosenText).toBe(await releases.innerText());
  expect(chosenText).not.toBe(englishText);
});

/**
 * While a browser translates a page, it shows the same figures, marks and names as without. The translator here says every
 * text as it is, so that the two pages must be alike to the letter, whatever has happened to them.
 *
 * In the page: what translators of browsers do. Text nodes are taken away, and two elements with the text stand in their place. */
function translate(): void {
  const TAG = 'font' as string;
  const ownTexts = new WeakSet<Node>();
  const originals = new Map<Element, Text>();
  const isKept = (node: Node) =>
    node.parentElement?.closest('script, style, textarea, [translate="no"], .notranslate, font') != null;
  const replace = (node: Text) => {
    if (ownTexts.has(node) || node.data.trim() === '' || isKept(node)) return;
    const [outer, inner] = [document.createElement(TAG), document.createElement(TAG)];
    const text = document.createTextNode(node.data);
    ownTexts.add(text);
    originals.set(outer, node);
    inner.append(text);
    outer.append(inner);
    node.replaceWith(outer);
  };
  const walk = (root: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(replace);
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records) {
      if (type === 'characterData') replace(target as Text);
      for (const node of addedNodes) {
        if (node instanceof Text) replace(node);
        else walk(node);
      }
    }
  });
  const start = () => {
    walk(document.body);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
  window.stopTranslating = () => {
    observer.disconnect();
    for (const [element, text] of originals) if (element.isConnected) element.replaceWith(text);
  };
}

/** Translates the page, and each that is opened in it, also before it is alive. */
async function startTranslating(page: Page): Promise<void> {
  await page.addInitScript(translate);
}

/** As "Show original" does. */
async function stopTranslating(page: Page): Promise<void> {
  await page.evaluate(() => window.stopTranslating?.());
}

// Pages are translated before they come to life, which is more than browsers do: Svelte says so and renders them anew.
test.use({ expectedErrors: [/hydration_mismatch/] });

const textOf = async (page: Page, selector: string) =>
  (await page.locator(selector).allInnerTexts()).join('\n').replace(/\s+/g, ' ').trim();

/** When the finished run of a page began. */
const startOf = (page: Page) => page.evaluate(() => window.opfsmark?.record?.started_at ?? null);

interface Pair {
  readonly plainPage: Page;
  readonly translatedPage: Page;
  /** Does the same on both, and compares what they show. */
  readonly both: (name: string, act: (page: Page) => Promise<unknown>, selector?: string) => Promise<void>;
}

async function openPair(plainPage: Page): Promise<Pair> {
  const context = plainPage.context();
  // The work of other programs is said of the run that they disturb.
  await context.addInitScript(() => void Reflect.deleteProperty(globalThis, 'PressureObserver'));
  const translatedPage = await context.newPage();
  await startTranslating(translatedPage);
  return {
    plainPage,
    translatedPage,
    async both(name, act, selector = 'main, header') {
      for (const page of [plainPage, translatedPage]) {
        await act(page);
        await wake(page);
      }
      // Both are read anew each time: a part may come to either later.
      await expect(async () => {
        const plainText = await textOf(plainPage, selector);
        expect(plainText, `${name}: something is compared`).not.toBe('');
        expect(await textOf(translatedPage, selector), name).toBe(plainText);
      }).toPass();
      await expect(translatedPage.locator('font').first(), `${name}: translated`).toBeAttached();
    },
  };
}

test('a run has the same figures, marks and sentence, in any unit and when it is run again @long', async ({ page }) => {
  // Rows with many workers take long enough for numbers to be shown while they are measured.
  const { translatedPage, both } = await openPair(page);
  const run = async (tab: Page, name: string) => {
    const before = await startOf(tab);
    await tab.getByRole('button', { name, exact: true }).click();
    // Not the run before, which ends when this one begins: two pages do not measure at once.
    await expect.poll(() => startOf(tab)).not.toBe(before);
    await new RunPage(tab).reaches('done');
    await tab.getByRole('button', { name: 'Run again' }).waitFor();
  };
  const FIGURES = 'table, article, [role="group"]';
  await both('before', (tab) => new RunPage(tab).open({ ...EVERY_ROW, autorun: '0' }), 'table, form, h1');
  await both(
    'a plan',
    async (tab) => {
      const dialog = await new RunPage(tab).customise();
      await dialog
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      await dialog.getByRole('button', { name: 'Use this plan' }).click();
      await tab.locator('details:has(table) > summary').click();
    },
    'table',
  );
  await both('a run', (tab) => run(tab, 'Run'), FIGURES);
  await both('a unit', (tab) => tab.getByRole('link', { name: 'IOPS', exact: true }).click(), FIGURES);
  await both('again', (tab) => run(tab, 'Run again'), FIGURES);
  await both('another unit', (tab) => tab.getByRole('link', { name: 'µs', exact: true }).click(), FIGURES);
  await stopTranslating(translatedPage);
  await expect.poll(() => textOf(translatedPage, FIGURES)).toBe(await textOf(page, FIGURES));
  await expect(translatedPage.locator('font')).toHaveCount(0);
});

const press = (name: string | RegExp) => async (tab: Page) => {
  const { href } = new URL(tab.url());
  await tab.getByRole('link', { name }).first().click();
  await expect(tab).not.toHaveURL(href);
};

test('so has the page of a published result, whatever is chosen on it @long', async ({ page, api, measured }) => {
  const id = await api.publish(measured, declaration());
  const { both } = await openPair(page);
  // Where a result stands and what was published last change whenever another test publishes: they are not compared.
  const OF_RUN = 'h1, nav, article, table';
  await both('a permalink', (tab) => visit(tab, `/r/${id}`), OF_RUN);
  await both('a tab', press('Percentiles'), OF_RUN);
  await both('in Japanese', press('日本語'), OF_RUN);
  await both('and back', press('English'), OF_RUN);
});

test('and a comparison @long', async ({ page, api, measured }) => {
  const [a, b] = [await api.publishRanked(makeUpload()), await api.publish(measured, declaration())];
  const { both } = await openPair(page);
  const OF_COMPARISON = 'main .parts > :not(:has(> div > section > h3))';
  await both('a comparison', (tab) => visit(tab, `/compare?runs=${a},${b}`), OF_COMPARISON);
  await both('another baseline', press(/^Use as baseline: /), OF_COMPARISON);
  await both('without one', press(/^Remove/), OF_COMPARISON);
});
