/** The page of a published run on each number: where it came from, in which unit, and no more than was measured. */
import type { Locator } from '@playwright/test';
import { randomId } from '@opfsmark/schema/documents';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expectNoSidewaysScroll } from '../support/lib/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { declaration, realRecord } from '../support/lib/records.ts';
import { LANGUAGES, read, speak, visit } from '../support/lib/visit.ts';
import { expectTwoScreens, SCREENS } from '../support/scenarios/on-any-screen.ts';

const AFTER_RESTART = 'Measure the drive after a restart';
const LARGER_FILE = 'Measure with a file larger than memory';

test('of files kept in memory every number is marked so, in any unit, and nobody is sent to restart', async ({
  api,
  page,
}) => {
  const id = await api.publishRanked(makeUpload({ keptInMemory: true, rig_id: randomId() }));
  await visit(page, `/r/${id}`);
  const results = page.getByRole('table', { name: 'Results' });
  const marks = results.getByText('kept in memory', { exact: true });
  await expect(marks.first()).toBeVisible();
  const markCount = await marks.count();

  await test.step('no read is marked as "drive"', () =>
    expect(results.getByText('drive', { exact: true })).toHaveCount(0));
  await test.step('writes are marked like reads, and have no colour of a drive', async () => {
    const rows = results.locator('tbody').getByRole('row');
    await expect(rows).not.toHaveCount(0);
    for (const row of await rows.all()) {
      await expect(row.getByRole('cell').last()).toContainText('kept in memory');
      await expect(row.getByRole('cell').last()).not.toContainText('flushed');
    }
    await expect(results.locator('svg.write')).toHaveCount(0);
  });
  await test.step('no link leads to a restart', async () => {
    await expect(page.getByRole('link', { name: 'How we know' })).toBeVisible();
    for (const name of [AFTER_RESTART, LARGER_FILE]) await expect(page.getByRole('link', { name })).toHaveCount(0);
  });
  await test.step('the notes are folded, and name what is serious', async () => {
    for (const screen of SCREENS) await expectTwoScreens(page, screen);
    await expect(page.getByText(/\d notes on this run/)).toContainText('This looks like storage in memory');
    await expect(page.getByRole('heading', { name: 'This looks like storage in memory' })).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step('in µs the grid shows latencies, says that shorter is faster, and keeps its marks', async () => {
    await expect(page.getByText(/^Bars: log scale .* MB\/s, longer is faster/)).toBeVisible();
    await page.getByRole('link', { name: 'µs', exact: true }).click();
    await expect(page).toHaveURL(/[?&]unit=us/);
    await expect(page.getByText(/^Median time per call\. Bars: log scale .* µs, shorter is faster/)).toBeVisible();
    await expect(results.getByText('µs', { exact: true }).first()).toBeVisible();
    await expect(results.getByText('MB/s', { exact: true })).toHaveCount(0);
    await expect(marks).toHaveCount(markCount);
  });
});

/** p99.9 is the slowest thousandth, of which there must be a few. */
const MIN_CALLS_OF_P999 = 10_000;
const CLOCK_STEP_US = 5;

/** Every row of the table: the texts of its cells by the heads of their columns. */
async function cellsByHead(table: Locator): Promise<Record<string, string>[]> {
  const [heads = [], ...rows] = await table
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => (cell instanceof HTMLElement ? cell.innerText.trim() : ''))),
    );
  return rows.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])));
}

test('of direct reads none is marked "from memory", and percentiles claim no more than the calls and the clock can tell', async ({
  api,
  page,
}) => {
  const plan = withCache(planOf('quick'), 'drive');
  const upload = makeUpload({ plan, environment: { engine: 'node-direct' }, rig_id: randomId() });
  expect(upload.record.environment.clock_step_ns).toBe(CLOCK_STEP_US * 1000);
  await visit(page, `/r/${await api.publishRanked(upload)}?tab=percentiles`);
  const results = page.getByRole('table', { name: 'Results' });
  await expect(results.getByText('drive', { exact: true }).first()).toBeVisible();
  await expect(results.getByText('from memory', { exact: true })).toHaveCount(0);

  const table = page.getByRole('table', { name: 'Percentiles' });
  await expect(table).toBeVisible();
  const rows = await cellsByHead(table);
  await test.step('p99.9 has a number only where it rests on 10,000 calls', () => {
    const rowsWithFewCalls = rows.filter((row) => Number((row['Calls'] ?? '').replaceAll(',', '')) < MIN_CALLS_OF_P999);
    expect(rowsWithFewCalls.length).toBeGreaterThan(0);
    expect(rowsWithFewCalls.filter((row) => /\d/.test(row['p99.9'] ?? ''))).toEqual([]);
  });
  await test.step('no time of a single call is finer than a step of the clock', () => {
    const times = rows.flatMap((row) => ['p50', 'p95', 'p99', 'max'].map((head) => row[head] ?? ''));
    const us = times.flatMap((time) => /^≤?\s?([\d.,]+) µs$/.exec(time)?.[1] ?? []).map((text) => Number(text));
    expect(us.length).toBeGreaterThan(0);
    expect(us.filter((value) => value % CLOCK_STEP_US !== 0)).toEqual([]);
  });
});

const PHONES = [360, 412, 430, 480];

for (const kind of ['quick', 'mix']) {
  test(`no text in the grid of ${kind} lies on the next cell, and no phone shows less than its page @long`, async ({
    api,
    page,
  }) => {
    const id = await api.publish(realRecord(kind), declaration());
    await visit(page, `/r/${id}`);
    for (const language of LANGUAGES) {
      await speak(page, language);
      for (const width of [1440, 1100, 760, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const wider = () =>
          page
            .locator('tbody td p')
            .evaluateAll((lines) =>
              lines.filter((line) => line.scrollWidth > line.clientWidth).map((l) => l.textContent),
            );
        await expect.poll(wider, { message: `${language} at ${width}` }).toEqual([]);
      }
      await expectNoSidewaysScroll(page, `${kind}, ${language}`, PHONES);
    }
  });
}

test('on a phone a number of any unit ends before the next cell, and lies within its range @long', async ({
  api,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await api.publish(realRecord('quick'), declaration());
  await visit(page, `/r/${id}`);
  await page.getByRole('checkbox', { name: /^All tests/ }).check();
  const results = page.getByRole('table', { name: 'Results' });
  await expect(results).toBeVisible();
  for (const [unit, name] of [
    ['mbs', 'MB/s'],
    ['gbs', 'GB/s'],
    ['iops', 'IOPS'],
    ['us', 'µs'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`[?&]unit=${unit}`));
    const wider = await results
      .locator('td p')
      .evaluateAll((lines) => lines.filter((line) => line.scrollWidth > line.clientWidth).map((l) => l.textContent));
    expect(wider, unit).toEqual([]);
    const numberOf = (text: string) => Number(text.replace(/^≤ /, '').replaceAll(',', ''));
    const cells = await results.locator('td').evaluateAll((all) =>
      all.map((cell) => ({
        value: cell.querySelector('.big')?.textContent?.trim() ?? '',
        range: cell.querySelector('.under > span')?.textContent?.trim() ?? '',
      })),
    );
    const ranges = cells.flatMap(({ value, range }) => {
      const [, low, high] = /^(≤ [\d.,]+|[\d.,]+)–([\d.,]+)/.exec(range) ?? [];
      return low && high ? [[low, value, high].map(numberOf)] : [];
    });
    expect(ranges.length, unit).toBeGreaterThan(6);
    for (const range of ranges) expect(range.toSorted((a, b) => a - b)).toEqual(range);
  }
});

test('where memory answered, all or a part, links lead to both ways that read the drive; where the drive was read, none does @long', async ({
  api,
  page,
  request,
}) => {
  // All, not in all tests.
  for (const name of ['zero', 'revisit']) {
    const { text } = await read(request, `/r/${await api.publish(realRecord(name), declaration())}`);
    for (const link of [AFTER_RESTART, LARGER_FILE]) expect(text, name).toContain(link);
  }
  for (const name of ['quick', 'mix']) {
    const { text } = await read(request, `/r/${await api.publish(realRecord(name), declaration())}`);
    expect(text).toContain('How we know');
    for (const link of [AFTER_RESTART, LARGER_FILE]) expect(text, name).not.toContain(link);
  }

  await visit(page, `/r/${await api.publish(realRecord('revisit'), declaration())}`);
  await page.getByRole('link', { name: AFTER_RESTART }).click();
  await expect(page.getByRole('button', { name: 'Prepare', exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: LARGER_FILE }).click();
  await expect(page.getByText('Reads: larger than memory')).toBeVisible();
});

/** On a phone the rows of a wide table fold: each shows its name and a first figure, and opens to all of them. A long table shows its first rows. */
test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a folded row is spoken with the name of its figure and a figure that tells something, and opens to the others', async ({
    api,
    familyPage,
    page,
  }) => {
    await visit(page, `/r/${await api.publish(realRecord('family-durability'), declaration())}`);
    const figures = page.locator('.panel').filter({ has: page.getByRole('heading', { name: 'Figures', exact: true }) });
    const row = figures.getByRole('group').nth(2);
    await expect(row).toMatchAriaSnapshot(`- group: "flushed each time MB/s: 332.3"`);
    // No rate stands without where it came from.
    await expect(figures.getByRole('group').first()).toMatchAriaSnapshot(
      `- group: "never flushed MB/s: 3,220 (not flushed)"`,
    );
    await row.getByText('flushed each time').click();
    await expect(row).toMatchAriaSnapshot(`
    - group:
      - term: Ratio
      - definition: 9.7× slower
  `);
    await familyPage.showTab('iostat');
    // A test that only writes has no reads per second.
    await expect(page.getByRole('group').filter({ hasText: 'never flushed 1 ' }).first()).toMatchAriaSnapshot(
      `- group: "never flushed 1 w/s: 3,574"`,
    );
  });

  test('of a long table the first rows are shown, and all of them on demand @long', async ({
    api,
    familyPage,
    page,
  }) => {
    await visit(page, `/r/${await api.publish(realRecord('family-sustained'), declaration())}`);
    const rows = familyPage.table('Every round').locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(8);
    const all = page.getByLabel('All 120 rows');
    await expect(all).toHaveAccessibleDescription('Every round');
    await all.check();
    await expect(rows).toHaveCount(120);
  });

  test('what is off the screen comes to life when it is scrolled to, without pointer or key', async ({ api, page }) => {
    await visit(page, `/r/${await api.publish(realRecord('quick'), declaration())}`);
    const tab = page.getByRole('link', { name: 'Latency', exact: true });
    const meaning = page.getByRole('heading', { name: /^Opening apps and files/ });
    await expect(tab).not.toBeInViewport();
    await expect(meaning).toHaveCount(0);
    await tab.evaluate((link) => link.scrollIntoView());
    await expect(meaning).toBeVisible();
  });

  test('a point in time is named by its loop and its time @long', async ({ api, page }) => {
    await visit(page, `/r/${await api.publish(realRecord('quick'), declaration())}?tab=time`);
    await page.getByText('As a table', { exact: true }).click();
    const point = page.getByRole('group').filter({ hasText: /^1 · \S+ s/ });
    await expect(point.first()).toContainText('MB/s');
  });
});
