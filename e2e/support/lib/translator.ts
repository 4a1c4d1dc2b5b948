import type { Page } from '@playwright/test';

/** In the page: what translators of browsers do. Text nodes are taken away, and two elements with the text stand in their place. */
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
export async function startTranslating(page: Page): Promise<void> {
  await page.addInitScript(translate);
}

/** As "Show original" does. */
export async function stopTranslating(page: Page): Promise<void> {
  await page.evaluate(() => window.stopTranslating?.());
}
