/** The table of percentiles claims no more than the calls and the clock can tell. */
import { randomId } from '@opfsmark/schema/documents';
import type { Locator, Page } from '@playwright/test';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import type { Api } from '../support/lib/api.ts';
import { visit } from '../support/lib/visit.ts';

/** p99.9 is the slowest thousandth, of which there must be a few. */
const MIN_CALLS_OF_P999 = 10_000;
const CLOCK_STEP_US = 5;

async function openPercentiles(api: Api, page: Page): Promise<Locator> {
  const upload = makeUpload({ rig_id: randomId() });
  expect(upload.record.environment.clock_step_ns).toBe(CLOCK_STEP_US * 1000);
  await visit(page, `/r/${await api.publishRanked(upload)}?tab=percentiles`);
  const table = page.getByRole('table', { name: 'Percentiles' });
  await expect(table).toBeVisible();
  return table;
}

/** Every row of the table: the texts of its cells by the heads of their columns. */
async function cellsByHead(table: Locator): Promise<Record<string, string>[]> {
  const [heads = [], ...rows] = await table
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => (cell instanceof HTMLElement ? cell.innerText.trim() : ''))),
    );
  return rows.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])));
}

test('p99.9 has a number only where it rests on 10,000 calls', async ({ api, page }) => {
  const rows = await cellsByHead(await openPercentiles(api, page));
  const few = rows.filter((row) => Number((row['Calls'] ?? '').replaceAll(',', '')) < MIN_CALLS_OF_P999);
  expect(few.length).toBeGreaterThan(0);
  expect(few.filter((row) => /\d/.test(row['p99.9'] ?? ''))).toEqual([]);
});

test('no time of a single call is finer than a step of the clock', async ({ api, page }) => {
  const rows = await cellsByHead(await openPercentiles(api, page));
  const times = rows.flatMap((row) => ['p50', 'p95', 'p99', 'max'].map((head) => row[head] ?? ''));
  const us = times.flatMap((time) => /^≤?\s?([\d.,]+) µs$/.exec(time)?.[1] ?? []).map((text) => Number(text));
  expect(us.length).toBeGreaterThan(0);
  expect(us.filter((value) => value % CLOCK_STEP_US !== 0)).toEqual([]);
});
