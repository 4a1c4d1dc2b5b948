import type { Locator } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { showFinished } from '../support/lib/kept-runs.ts';
import { reload, speak, visit } from '../support/lib/visit.ts';
import type { RunPage } from '../support/page-objects/run-page.ts';

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
