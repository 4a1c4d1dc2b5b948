/**
 * Pages in their states: axe finds nothing, and none is wider than the window. A page of each kind is looked at in one language
 * and one colour scheme, every other one in the dark; `npm run test:long` looks at all addresses in each language, and its
 * audit in both schemes.
 */
import type { Page } from '@playwright/test';
import { entryOf } from '../../web/src/lib/features/history/keep.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { declaration, realRecord } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { ADDRESSES, inLanguage } from '../support/lib/addresses.ts';
import { expectKeyboardOrder, expectNoSidewaysScroll, expectNoViolations, type Scheme } from '../support/lib/axe.ts';
import {
  DEFAULT_LANGUAGE,
  follow,
  type Language,
  LANGUAGES,
  openUntilShown,
  read,
  speak,
  visit,
} from '../support/lib/visit.ts';
import { keepRun, putRow, showFinished } from '../support/lib/kept-runs.ts';
import { RESTING } from '../support/page-objects/run-page.ts';

const ENDLESS = 'A name without end '.repeat(4).trim();
const RTL = 'جهاز تخزين ABC 123';
const RTL_SLUG = encodeURIComponent('جهاز-تخزين-abc-123');

test.use({ expectedErrors: [/status of 404|Not found: \/nowhere/] });

/** As it is sent, before it is compressed. */
const MAX_PAGE_CHARACTERS = 200_000;
/** Structure and colours are the same in all languages, and looked at in one; lines are as long as their words. */
async function expectFits(page: Page, name: string, language: Language, scheme: Scheme): Promise<void> {
  if (language !== DEFAULT_LANGUAGE) return expectNoSidewaysScroll(page, name, [320, 412]);
  await expectNoViolations(page, name, scheme);
  await expectNoSidewaysScroll(page, name);
}

/** The colours are the same on all pages: of the others their contrast is looked at in `npm run test:long`. */
const COLOURFUL = ['/', '/leaderboard'];

/** Follows a link to each: a page that is loaded anew asks for the site's script and for axe once more. */
async function expectEachFits(page: Page, addresses: readonly string[]): Promise<void> {
  for (const [index, address] of addresses.entries()) {
    const { html } = await read(page.request, address);
    expect.soft(html.length, address).toBeLessThan(MAX_PAGE_CHARACTERS);
    await follow(page, address);
    await expectNoViolations(page, address, schemeOf(index), { contrast: COLOURFUL.includes(address) });
    await expectKeyboardOrder(page, address);
    await expectNoSidewaysScroll(page, address);
  }
}

const schemeOf = (index: number): Scheme => (index % 2 === 0 ? 'light' : 'dark');

async function expectAccessible(page: Page, address: string, scheme: Scheme): Promise<void> {
  const answer = await visit(page, inLanguage(address, DEFAULT_LANGUAGE));
  const isThere = answer?.ok() === true;
  const first = await answer?.text();
  expect.soft(first?.length, address).toBeLessThan(MAX_PAGE_CHARACTERS);
  for (const language of LANGUAGES) {
    const isFirst = language === DEFAULT_LANGUAGE;
    const sentHtml = isFirst ? first : await (await page.request.get(inLanguage(address, language))).text();
    expect.soft(sentHtml, `${address}, ${language}`).toContain(`<html lang="${language}"`);
    // A resource that does not exist would be asked for again, and the console would say so.
    if (isThere) await speak(page, language);
    else if (!isFirst) await visit(page, inLanguage(address, language));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expectFits(page, `${address}, ${language}`, language, scheme);
  }
}

/** Things that only this browser shows: a run with the longest name of a test, uploads that wait, damaged rows, a group. */
async function keepSome(page: Page): Promise<string> {
  const run = realRecord('quick');
  const record = { ...run, environment: { ...run.environment, engine: 'scripted' as const } };
  const { upload, run_id } = { upload: makeUpload({ declared: { device: ENDLESS } }), run_id: '7777777777777777' };
  await visit(page, '/privacy');
  await keepRun(page, entryOf(record, null), record);
  const lastAttempt = { group: run_id, queued_ms: 1, attempts: 1, next_ms: 0, refused: ENDLESS };
  await putRow(page, 'outbox', { run_id, upload, ...lastAttempt });
  await putRow(page, 'outbox', { run_id: '7777777777777778', upload, ...lastAttempt, next_ms: 1e15, refused: null });
  await putRow(page, 'outbox', { run_id: 'damaged' });
  await putRow(page, 'history', { started_at: ENDLESS });
  await page.evaluate(
    (text) => {
      localStorage.setItem('opfsmark.group.7777777777777777', text);
    },
    JSON.stringify({ name: ENDLESS, key: '' }),
  );
  return record.started_at;
}

/** Other addresses differ from these in what they hold. */
const EACH_KIND = ['/', '/?family=app-storage', '/leaderboard', '/g', '/history', '/nowhere', '/method'];

test('axe finds nothing on a page of each kind, keys go through it as it is read, and none is wider than the window, however long a name is', async ({
  page,
  api,
  measured,
}) => {
  const startedAt = await keepSome(page);
  const endlessId = await api.publishRanked(makeUpload({ declared: { device: ENDLESS } }));
  const otherId = await api.publish(measured, declaration({ device: RTL }));
  const published = [`/r/${endlessId}`, `/compare?runs=${endlessId},${otherId}`, `/device/${RTL_SLUG}`];
  await expectEachFits(page, [...EACH_KIND, `/history/${encodeURIComponent(startedAt)}`, ...published]);
});

/** Two tests, so that two browsers share the pages. */
const PARTS = [0, 1] as const;

for (const part of PARTS) {
  test(`axe finds nothing on any page in any language, and none is wider than the window: part ${part + 1} @long`, async ({
    page,
  }) => {
    const startedAt = await keepSome(page);
    const all = [...ADDRESSES, `/history/${encodeURIComponent(startedAt)}`, `/compare?runs=local:${startedAt}`];
    const addresses = all.filter((_, index) => index % PARTS.length === part);
    for (const [index, address] of addresses.entries()) await expectAccessible(page, address, schemeOf(index));
  });
}

test('the header is one line from 1,101 pixels and two from 701, as of a tablet held upright, in any language', async ({
  page,
}) => {
  await visit(page, inLanguage('/privacy', DEFAULT_LANGUAGE));
  for (const language of LANGUAGES) {
    await speak(page, language);
    const heightsAt = async (...widths: number[]) => {
      const heights = new Set<number | undefined>();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 720 });
        heights.add((await page.getByRole('banner').boundingBox())?.height);
      }
      return [...heights];
    };
    const [one = 0, ...others] = await heightsAt(1101, 1280);
    const [two = 0, ...more] = await heightsAt(701, 768, 800, 1100);
    expect([others, more, one < two, two < 2 * one], `${language}: ${one}, ${two}`).toEqual([[], [], true, true]);
  }
});

test('every link to a part of the method leads to one', async ({ api, request }) => {
  const ids = [realRecord('quick'), realRecord('family-app-storage')].map((record) =>
    api.publish(record, declaration()),
  );
  const permalinks = (await Promise.all(ids)).map((id) => `/r/${id}`);
  const method = await (await request.get('/method')).text();
  const parts = [...method.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
  const linkedIds = new Set<string>();
  for (const address of ['/', '/leaderboard?layout=app-storage', ...permalinks]) {
    const text = await (await request.get(address)).text();
    for (const [, id = ''] of text.matchAll(/\/method#([\w-]+)/g)) linkedIds.add(id);
  }
  expect(linkedIds.size).toBeGreaterThan(2);
  expect([...linkedIds].filter((id) => !parts.includes(id))).toEqual([]);
});

test('axe finds nothing on pages of published results, and none is wider than the window, however long a name is or from right to left @long', async ({
  page,
  api,
  measured,
}) => {
  const endlessId = await api.publishRanked(makeUpload({ declared: { device: ENDLESS } }));
  const rtlId = await api.publish(measured, declaration({ device: RTL }));
  const viewId = await api.publish(realRecord('family-stutter'), declaration({ device: ENDLESS }));
  const genericId = await api.publish(realRecord('family-durability'), declaration());
  const group = await api.makeGroup(ENDLESS, endlessId);
  const runs = [
    `/r/${endlessId}`,
    `/r/${rtlId}`,
    `/r/${viewId}`,
    `/r/${genericId}`,
    `/compare?runs=${endlessId},${rtlId}`,
  ];
  for (const [index, address] of [...runs, `/g/${group}`].entries()) {
    await expectAccessible(page, address, schemeOf(index));
  }
  // By now the service has refreshed its boards.
  await openUntilShown(() => visit(page, '/leaderboard'), page.getByText(ENDLESS).first());
  await expectAccessible(page, '/leaderboard', 'light');
  await expectAccessible(page, `/device/${RTL_SLUG}`, 'dark');
});

test('axe finds nothing while a test runs, when it is done, and in the dialogs @long', async ({
  measured,
  page,
  runPage,
}) => {
  const look = (name: string, scheme: Scheme) => expectFits(page, name, DEFAULT_LANGUAGE, scheme);
  await runPage.open(RESTING);
  await runPage.customise();
  await look('Customise', 'dark');
  await page.keyboard.press('Escape');
  await runPage.begin();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running');
  await look('running', 'light');
  await runPage.stop.click();
  await runPage.reaches('done');
  await showFinished(page, measured);
  await look('done', 'dark');
  await runPage.publish.click();
  await runPage.publishDialog.getByText('Exactly what is sent').click();
  await look('Publish', 'light');
});

test('a comparison says what differs and keeps a right-to-left name apart @long', async ({ page, api, measured }) => {
  const a = await api.publish(measured, declaration({ device: RTL, filesystem: 'ext4' }));
  const b = await api.publish(measured, declaration({ device: RTL, filesystem: 'exFAT' }));
  await visit(page, `/compare?runs=${a},${b}`);
  const figures = page.getByRole('table', { name: 'Figures and ratios' });
  await expect(figures.getByText('no clear difference').first()).toBeVisible();
  // Of one device each is called by what only it has.
  await expect(figures.locator('bdi').first()).toHaveText(`${RTL} · ext4`);
  const environment = page.getByRole('table', { name: 'What differs besides the speed' });
  await expect(environment.getByRole('row', { name: 'Filesystem ext4 exFAT' })).toBeVisible();
  await page.getByRole('link', { name: `Use as baseline: ${RTL} · exFAT` }).click();
  await expect(page).toHaveURL(new RegExp(`base=${b}`));
});
