/** Browsers that the page says it works in, as far as Chromium can be made to lack what they lack. */
import type { Page } from '@playwright/test';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { declaration } from '../support/lib/records.ts';
import { visit } from '../support/lib/visit.ts';
import { plantInWorkers } from '../support/lib/workers.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';
import { runWith, withFile } from '../support/scenarios/picked-file.ts';

/** The names that Firefox 115 or Safari 16.4, the oldest ones, lacks, of what a page or a worker may ask for. */
const LATE_NAMES: Readonly<Record<string, string>> = {
  AbortSignal: 'any',
  Array: 'fromAsync',
  'ArrayBuffer.prototype': 'transfer transferToFixedLength',
  'Blob.prototype': 'bytes',
  'Element.prototype': 'checkVisibility',
  'FileSystemFileHandle.prototype': 'createWritable',
  'HTMLDialogElement.prototype': 'requestClose',
  'IDBFactory.prototype': 'databases',
  'Iterator.prototype': 'drop every filter find flatMap forEach map reduce some take toArray',
  Map: 'groupBy',
  'Navigator.prototype': 'userActivation wakeLock',
  Object: 'groupBy',
  Promise: 'try withResolvers',
  ReadableStream: 'from',
  'ReadableStream.prototype': 'values',
  RegExp: 'escape',
  Response: 'json',
  'Response.prototype': 'bytes',
  'Set.prototype': 'difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union',
  'StorageManager.prototype': 'estimate',
  'String.prototype': 'isWellFormed toWellFormed',
  URL: 'canParse parse',
  'URLSearchParams.prototype': 'size',
  globalThis: 'ClipboardItem Iterator requestIdleCallback scheduler',
};

/** In a page or a worker: as one of those browsers has them. */
const FORGET = `
  for (const [path, names] of Object.entries(${JSON.stringify(LATE_NAMES)})) {
    const holder = path.split('.').reduce((at, name) => at?.[name], globalThis);
    for (const name of holder ? names.split(' ') : []) Reflect.deleteProperty(holder, name);
  }
  const SIGNS = ['auto', 'always', 'never', 'exceptZero', undefined];
  Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
    construct(target, [locales, options]) {
      if (SIGNS.includes(options?.signDisplay)) return new target(locales, options);
      throw new RangeError('invalid value for option signDisplay: ' + options.signDisplay);
    },
  });
`;

/** Makes the page and its workers such a browser's. */
async function become(page: Page): Promise<void> {
  await page.addInitScript({ content: `{${FORGET}}` });
  await plantInWorkers(page, FORGET);
}

test('the oldest browsers measure, and show and list what they have measured @long', async ({ runPage }) => {
  const { page } = runPage;
  await become(page);
  await runPage.open({ ...BRIEF, autorun: '1' });
  await runPage.reaches('done');
  await expect(runPage.results).toBeVisible();
  for (const path of ['/history', '/leaderboard', '/compare', '/storage', '/browsers', '/versus'])
    await visit(page, path);
});

test('Firefox before 121, whose style sheets cannot ask what an element holds, shows all of a page above the bar @long', async ({
  page,
  runPage,
}) => {
  // An unknown selector, as that one was.
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(':has(', ':unknown(') });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await runPage.open();
  await expect(runPage.run).toBeEnabled();
  await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
  });
  const top = (await page.locator('.bottom-bar').boundingBox())?.y;
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(top ?? 0);
});

test('Safari before 26 measures the small files that it can write @long', async ({ familyPage }) => {
  await become(familyPage.page);
  await familyPage.openFamily('small-files', { ll512k: '0', ll4k: '4', hl4k: '4', trials: '1', autorun: '1' });
  await familyPage.reaches('done');
  const record = await familyPage.familyRecord();
  expect(record?.result).toMatchObject({ cases: [{ id: 'll_4k', verified_files: 4 }] });
});

/** In the page: the clipboard and the choice of a file are there for the task of a click alone, and not for what it waits for. */
function askInClicksOnly(): void {
  let isInClick = false;
  addEventListener('click', () => (isInClick = true), { capture: true });
  addEventListener('click', () => (isInClick = false));
  const { click } = HTMLElement.prototype;
  HTMLInputElement.prototype.click = function clickInClick() {
    if (this.type !== 'file' || isInClick) click.call(this);
  };
  const writeText = () =>
    isInClick ? Promise.resolve() : Promise.reject(new DOMException('not in a click', 'NotAllowedError'));
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
}

test.describe('Safari, where a page may ask for something in a click and not after it @long', () => {
  const prepare = (page: Page) => page.addInitScript(askInClicksOnly);

  test('a file is picked for a run of a group', async ({ api, familyPage }) => {
    await prepare(familyPage.page);
    const group = await api.makeGroup('Class 3b', await api.publishRanked(makeUpload({ declared: declaration() })));
    await withFile(8 * 1024 ** 2, (path) =>
      runWith(familyPage, path, { pairs: '20', bytes: '2MiB', slice: '1MiB', group }),
    );
    await familyPage.reaches('done');
  });

  test('a result is copied as Markdown', async ({ api, measured, page, sharedRunPage }) => {
    await prepare(page);
    await sharedRunPage.open(await api.publish(measured, declaration()));
    await page.getByText('Save as…', { exact: true }).click();
    // The whole list is there when the text is.
    await expect(page.getByRole('button', { name: 'Prometheus' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy Markdown' }).click();
    await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  });
});
