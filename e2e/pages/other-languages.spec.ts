/** A page in another language: in the other one of the site, and translated by the browser. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { showFinished } from '../support/lib/kept-runs.ts';
import { reload, speak, visit } from '../support/lib/visit.ts';
import { RunPage, EVERY_ROW } from '../support/page-objects/run-page.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { declaration } from '../support/lib/records.ts';

/**
 * The Japanese texts of buttons, labels and links in `panel`, with the number of lines that each takes. Every sign is set
 * one em wide, as in a Japanese font: a machine without one draws narrower boxes.
 */
async function linesOfLabels(panel: Locator): Promise<{ text: string; lines: number }[]> {
  return panel.locator('button, label, summary, a').evaluateAll((controls) => {
    const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;
    const isOwnText = (node: Node) =>
      node.nodeType === Node.TEXT_NODE &&
      japanese.test(node.textContent ?? '') &&
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

  test('after a run', async ({ measured, page, runPage }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await showFinished(page, measured);
    await expectOneLineEach(runPage);
  });
});

test('what the server says in a language is said anew where another is chosen', async ({ page }) => {
  const releases = page.locator('#releases');
  await visit(page, '/checked');
  const english = await releases.innerText();
  await speak(page, 'ja');
  const chosen = await releases.innerText();
  await reload(page);
  expect(chosen).toBe(await releases.innerText());
  expect(chosen).not.toBe(english);
});

/**
 * While a browser translates a page, it shows the same figures, marks and names as without. The translator here says every
 * text as it is, so that the two pages must be alike to the letter, whatever has happened to them.
 *
 * In the page: what translators of browsers do. Text nodes are taken away, and two elements with the text stand in their place. */
function translate(): void {
  const TAG = 'font' as string;
  const own = new WeakSet<Node>();
  const originals = new Map<Element, Text>();
  const isKept = (node: Node) =>
    node.parentElement?.closest('script, style, textarea, [translate="no"], .notranslate, font') != null;
  const replace = (node: Text) => {
    if (own.has(node) || node.data.trim() === '' || isKept(node)) return;
    const [outer, inner] = [document.createElement(TAG), document.createElement(TAG)];
    const text = document.createTextNode(node.data);
    own.add(text);
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
  readonly plain: Page;
  readonly translated: Page;
  /** Does the same on both, and compares what they show. */
  readonly both: (name: string, act: (page: Page) => Promise<unknown>, selector?: string) => Promise<void>;
}

async function openPair(plain: Page): Promise<Pair> {
  const translated = await plain.context().newPage();
  await startTranslating(translated);
  return {
    plain,
    translated,
    async both(name, act, selector = 'main, header') {
      for (const page of [plain, translated]) await act(page);
      // Both are read anew each time: a part may come to either later.
      await expect(async () => {
        const shown = await textOf(plain, selector);
        expect(shown, `${name}: something is compared`).not.toBe('');
        expect(await textOf(translated, selector), name).toBe(shown);
      }).toPass();
      await expect(translated.locator('font').first(), `${name}: translated`).toBeAttached();
    },
  };
}

test('a run has the same figures, marks and sentence, in any unit and when it is run again', async ({ page }) => {
  // Rows with many workers take long enough for numbers to be shown while they are measured.
  const { translated, both } = await openPair(page);
  const run = async (own: Page, name: string) => {
    const before = await startOf(own);
    await own.getByRole('button', { name, exact: true }).click();
    // Not the run before, which ends when this one begins: two pages do not measure at once.
    await expect.poll(() => startOf(own)).not.toBe(before);
    await new RunPage(own).reaches('done');
    await own.getByRole('button', { name: 'Run again' }).waitFor();
  };
  const SHOWN = 'table, article, [role="group"]';
  await both('before', (own) => new RunPage(own).open({ ...EVERY_ROW, autorun: '0' }), 'table, form, h1');
  await both(
    'a plan',
    async (own) => {
      const dialog = await new RunPage(own).customise();
      await dialog
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      await dialog.getByRole('button', { name: 'Use this plan' }).click();
    },
    'table',
  );
  await both('a run', (own) => run(own, 'Run'), SHOWN);
  await both('a unit', (own) => own.getByRole('link', { name: 'IOPS', exact: true }).click(), SHOWN);
  await both('again', (own) => run(own, 'Run again'), SHOWN);
  await both('another unit', (own) => own.getByRole('link', { name: 'µs', exact: true }).click(), SHOWN);
  await stopTranslating(translated);
  await expect.poll(() => textOf(translated, SHOWN)).toBe(await textOf(page, SHOWN));
  await expect(translated.locator('font')).toHaveCount(0);
});

test('so have pages of published results, whatever is chosen on them', async ({ page, api, measured }) => {
  const [a, b] = [await api.publishRanked(makeUpload()), await api.publish(measured, declaration())];
  const { both } = await openPair(page);
  const press = (name: string | RegExp) => async (own: Page) => {
    const { href } = new URL(own.url());
    await own.getByRole('link', { name }).first().click();
    await expect(own).not.toHaveURL(href);
  };
  // Where a result stands and what was published last change whenever another test publishes: they are not compared.
  const OF_RUN = 'h1, nav, article, table';
  const OF_COMPARISON = 'main .parts > :not(:has(> div > section > h3))';
  await both('a permalink', (own) => visit(own, `/r/${b}`), OF_RUN);
  await both('a tab', press('Percentiles'), OF_RUN);
  await both('in Japanese', press('日本語'), OF_RUN);
  await both('and back', press('English'), OF_RUN);
  await both('a comparison', (own) => visit(own, `/compare?runs=${a},${b}`), OF_COMPARISON);
  await both('another baseline', press(/^Use .* as baseline/), OF_COMPARISON);
  await both('without one', press(/^Remove/), OF_COMPARISON);
});
