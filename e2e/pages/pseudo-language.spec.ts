/**
 * The site in a language that nobody wrote: every text of the built English dictionaries is marked and two fifths longer.
 * What has no mark does not come from a dictionary; what is cut off has no room for a translation.
 */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { MARKS, pseudo, pseudoMessages } from '../../web/test/pseudo-language.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { declaration, realRecord } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';
import { follow, wake } from '../support/lib/visit.ts';
import { KINDS } from '../support/scenarios/on-any-screen.ts';

/** Module -> its chunk. */
const CHUNKS = new URL('../../web/.svelte-kit/chunks.json', import.meta.url);
const TEXTS = 'src/lib/base/i18n/texts/en/';
const NARROW_VIEWPORT = { width: 390, height: 844 };

/** Each dictionary of the built site is answered in the pseudo-language; nothing else of the site is touched. */
async function speakPseudo(context: BrowserContext): Promise<void> {
  const chunkOf = JSON.parse(readFileSync(CHUNKS, 'utf8')) as Record<string, string>;
  const dictionaries = Object.entries(chunkOf).filter(([module]) => module.startsWith(TEXTS));
  expect(dictionaries.length).toBeGreaterThan(5);
  // They may import what only a browser can.
  const reader = await context.newPage();
  await reader.goto('/offline');
  const read = (path: string) =>
    reader.evaluate(async (address) => ({ ...((await import(address)) as Record<string, unknown>) }), path);
  for (const file of new Set(dictionaries.map(([, chunk]) => chunk))) {
    const dictionary = await read(`/${file}`);
    const names = Object.keys(dictionary);
    const body = [
      `const texts = ${JSON.stringify(names.map((name) => pseudoMessages(dictionary[name])))};`,
      ...names.map((name, index) => `const text${index} = texts[${index}];`),
      `export { ${names.map((name, index) => `text${index} as ${name}`).join(', ')} };`,
    ].join('\n');
    await context.route(`**/${file}`, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
  }
  await reader.close();
}

/** Texts on the page that do not come from a dictionary, those that are cut off, and figures and names that translators may change. */
async function findFaults(page: Page): Promise<Record<'unmarked' | 'clipped' | 'open', string[]>> {
  return page.evaluate((marks) => {
    // Names of products, languages, units and what tools call their columns; whatever has a digit is a number or a name.
    const names =
      /^(?:OPFSMark|English|日本語|OPFS|IOPS|[µmn]?s|[rw]?[KMGTk]?i?B(?:\/s)?|[rw]\/s|[rw]_await|a(?:req|qu)-sz|%util|log10|fdatasync|Linux|Windows|macOS|Android|i(?:Pad)?OS|Chrom\w*|Edge|Firefox|Safari|Opera|Brave|Vivaldi|Samsung|Internet|Node|js|APFS|exFAT|NTFS|SSD|json|csv|txt|png)$/;
    const isWord = (word: string) => /\p{Letter}{2,}/u.test(word) && !/\d/.test(word) && !names.test(word);
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    const [unmarkedTexts, clippedTexts, openTexts] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const elements = [...document.body.querySelectorAll('*')].filter(
      (element) => !element.closest('script, style, textarea') && isSeen(element),
    );
    for (const element of elements) {
      const textNodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = textNodes.map((node) => node.textContent ?? '').join('');
      if (text.trim() === '') continue;
      // A text may hold another, of which each has its marks.
      let [rest, depth] = ['', 0];
      for (const letter of text) {
        if (letter === marks[0]) depth++;
        else if (letter === marks[1]) depth--;
        else if (depth === 0) rest += letter;
      }
      // Texts of the dictionary may be translated, with the figures in them; nothing else may.
      if (/[\p{Letter}\d]/u.test(rest) && !element.closest('[translate="no"]'))
        openTexts.add(`${element.localName}: ${rest.trim()}`);
      if (element.closest('svg, code, pre, bdi')) continue;
      const words = rest
        .replace(/\d+ \w+ \d{4}, \d\d:\d\d UTC/, '')
        .split(/[\s,.:;()·|–]+/)
        .filter(isWord);
      if (words.length > 0) unmarkedTexts.add(`${element.localName}: ${text.trim()}`);
      const { overflowX } = getComputedStyle(element);
      const scrolls = element.closest('nav') !== null || overflowX === 'auto' || overflowX === 'scroll';
      if (!scrolls && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) {
        clippedTexts.add(`${element.localName}: ${text.trim()}`);
      }
    }
    return { unmarked: [...unmarkedTexts], clipped: [...clippedTexts], open: [...openTexts] };
  }, MARKS);
}

async function expectKept(page: Page, name: string) {
  // The first paint is the server's English; the browser's texts take its place.
  await expect(page.getByRole('banner')).toContainText(MARKS[0]);
  const faults = await findFaults(page);
  expect.soft(faults.open, `${name}: not translate="no"`).toEqual([]);
  return faults;
}

async function expectTranslated(page: Page, name: string): Promise<void> {
  await wake(page);
  const { unmarked, clipped } = await expectKept(page, name);
  expect.soft(unmarked, `${name}: no text of a dictionary`).toEqual([]);
  expect.soft(clipped, `${name}: cut off`).toEqual([]);
}

test.use({ viewport: NARROW_VIEWPORT, expectedErrors: [/status of 404|Not found: \/nowhere/] });

test('nothing is said in English only, and nothing longer is cut off', async ({ context, page, api, measured }) => {
  await speakPseudo(context);
  const ids = [await api.publishRanked(makeUpload()), await api.publish(measured, declaration())];
  const addresses = [
    '/',
    '/?family=stutter',
    '/leaderboard',
    '/compare',
    `/compare?runs=${ids.join(',')}`,
    `/r/${ids[1] ?? ''}`,
    '/history',
    '/nowhere',
  ];
  await page.goto('/offline');
  for (const address of addresses) {
    await follow(page, address);
    await expectTranslated(page, address);
  }
});

test('nor does a translator find figures and names on any page of a result @long', async ({
  context,
  page,
  api,
  measured,
}) => {
  await speakPseudo(context);
  const ids = [await api.publishRanked(makeUpload()), await api.publish(measured, declaration())];
  await page.goto('/offline');
  const others = KINDS.filter((family) => family !== 'matrix');
  const families = await Promise.all(
    others.map((family) => api.publish(realRecord(`family-${family}`), declaration())),
  );
  const tabs = ['figures', 'percentiles', 'iostat', 'latency', 'series', 'rates', 'environment'];
  for (const address of ['/method', '/method/drives', '/privacy', '/offline']) {
    await follow(page, address);
    await expectTranslated(page, address);
  }
  for (const address of [
    ...families.map((id) => `/r/${id}`),
    ...tabs.map((tab) => `/r/${ids[1] ?? ''}?tab=${tab}`),
    `/g/${await api.makeGroup('Class', ids[0] ?? '')}`,
    '/g',
    '/device/test-laptop-13',
    '/filesystem/ext4',
    '/leaderboard?layout=app-storage',
  ]) {
    await follow(page, address);
    await expectKept(page, address);
  }
});

test('nor while it measures, of its result, and of the dialogs @long', async ({ context, page, runPage }) => {
  await speakPseudo(context);
  await runPage.open({ ...BRIEF, dir: 'read,write', interval: '2', autorun: '1' });
  await runPage.reaches('running');
  await expectTranslated(page, 'a running test');
  await runPage.reaches('done');
  await expectTranslated(page, 'a result');
  for (const [button, name] of [
    [page.getByRole('button', { name: pseudo('Customise'), exact: true }), 'the settings'],
    [page.getByRole('button', { name: 'Publish' }), 'the form to publish'],
  ] as const) {
    await button.click();
    await page.getByRole('dialog').waitFor();
    await expectTranslated(page, name);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
});
