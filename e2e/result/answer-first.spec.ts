/**
 * A finished run: its answer, its grid, what the page explains and in which forms it is saved.
 *
 * The scripted drive takes exactly known times, so that what the page shows must be exactly known numbers. Its times are
 * in wasm-core/include/opfsmark/backends/scripted.h: 1 MiB reads 1,295 us, writes 2,590 us; 4 KiB reads 20 us, writes
 * 40 us, every 100th call 500 us and 1 ms longer; a flush 1 ms. A file of 16 MiB is visited once (no time limit): 16
 * calls of 1 MiB or 4,096 calls of 4 KiB, divided among the workers.
 */
import { readFile } from 'node:fs/promises';
import { randomId } from '@opfsmark/schema/documents';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { read, visit } from '../support/lib/visit.ts';
import { EVERY_ROW } from '../support/page-objects/run-page.ts';
import type { Stats } from '@opfsmark/schema/api';
import { entryOf } from '../../web/src/lib/features/history/keep.ts';
import { keepRun, showFinished } from '../support/lib/kept-runs.ts';

const MAX_HEIGHT = [
  { width: 1440, height: 900, max: 2000 },
  { width: 390, height: 844, max: 4000 },
];

/**
 * MB/s = 16.777216 MB / time of the busiest worker; a write's time ends with its flush. Small writes are shown flushed one by
 * one, for at most a second: 953 calls of one worker.
 */
const MBS: [row: string, read: string, write: string][] = [
  ['SEQ1M Q8', '6,478', '2,715'], // 2 x 1,295 us; 2 x 2,590 us + 1 ms
  ['SEQ1M Q1', '809.7', '395.3'], // 16 x 1,295 us; 16 x 2,590 us + 1 ms
  ['RND4K Q1', '164.6', '3.90'], // 4,096 x 20 us + 40 x 500 us; 953 x (40 us + 1 ms) + 9 x 1 ms
];

/** One of each kind; `schema/test/report` has what is in all of them. */
const FORMS = [
  ['Text', 'txt', '  RND    4KiB (Q=  1, T= 1):   164.612 MB/s [  40188.4 IOPS]'],
  ['CSV', 'csv', 'rnd4k_q1t1 flush_each,"RND4K Q1 write, flushed each time",,iops,higher,952.886,'],
  ['JSON, the whole record', 'json', '"engine": "scripted"'],
  ['PNG picture', 'png', 'PNG'],
] as const;

test('a run ends in its answer, in at most two screens; its grid is exact in every unit; it is explained in words, and saved in its forms', async ({
  page,
  runPage,
}) => {
  await runPage.open({ ...EVERY_ROW, rows: 'SEQ1M-Q8T1,SEQ1M-Q1T1,RND4K-Q1T1' });
  await runPage.reaches('done');

  await test.step('a verdict, a sentence with a number that the drive limits, and three rulers', async () => {
    const card = page.getByRole('article').first();
    await expect(card.getByRole('heading', { level: 2 })).toContainText(/Your drive safely saves [\d,]+ small changes/);
    await expect(card.getByText(/^(?:good|fair|poor)$/)).toBeVisible();
    await expect(card.getByRole('img')).toHaveCount(3);
    await expect(card).toContainText('From memory:');
    for (const { max, ...size } of MAX_HEIGHT) {
      await page.setViewportSize(size);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height, `${size.width} px`).toBeLessThanOrEqual(max);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('a term explains itself by the keyboard', async () => {
    await page.getByRole('button', { name: 'Saves safely' }).press('Enter');
    await expect(page.getByText('so that it survives a power cut')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('so that it survives a power cut')).toBeHidden();
  });

  await test.step('the grid shows the scripted drive to the digit, where it came from, and what it is', async () => {
    for (const [row, readMbs, writeMbs] of MBS) {
      expect.soft(await runPage.number(row, 'read'), `${row} read`).toBe(readMbs);
      expect.soft(await runPage.number(row, 'write'), `${row} write`).toBe(writeMbs);
    }
    await expect(runPage.row('RND4K Q1')).toContainText('flushed at end: 81.9'); // 4,096 x 40 us + 40 x 1 ms + 1 ms
    await expect(runPage.cells('RND4K Q1').first()).toContainText('from memory');
    await expect(page.getByRole('note').filter({ hasText: 'a made-up drive' })).toBeVisible();
    await expect(runPage.publish.and(page.locator(':enabled'))).toHaveCount(0);
  });

  await test.step('the page says in words what the numbers mean', async () => {
    // 20 us per read, 1.04 ms per write with its flush.
    await expect(page.getByRole('heading', { name: 'Opening apps and files: not measured' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Saving: fine for apps, slow for databases' })).toBeVisible();
    await runPage.showTab('iostat');
    await expect(page.getByRole('table', { name: 'In iostat -x format' })).toContainText('RND4K Q1 write');
    await runPage.showTab('Percentiles');
    await expect(page).toHaveURL(/[?&]tab=percentiles/);
    await expect(page.getByRole('table', { name: 'Percentiles' })).toBeVisible();
  });

  await test.step('in every unit', async () => {
    await page.getByRole('link', { name: 'IOPS', exact: true }).click();
    await expect(page).toHaveURL(/[?&]unit=iops/);
    expect.soft(await runPage.number('RND4K Q1', 'read')).toBe('40,188'); // 4,096 / 101.92 ms
    expect.soft(await runPage.number('RND4K Q1', 'write')).toBe('952.9'); // 953 / 1,000.12 ms
    await page.getByRole('link', { name: 'µs', exact: true }).click();
    await expect(page).toHaveURL(/[?&]unit=us/);
    expect.soft(await runPage.number('RND4K Q1', 'read')).toBe('20.2'); // the middle of the bucket that 20 us falls into
    await page.getByRole('link', { name: 'MB/s', exact: true }).click();
    // The best loop instead of the median.
    await page.getByRole('link', { name: 'best', exact: true }).click();
    await expect(page).toHaveURL(/[?&]stat=best/);
    await expect(runPage.cells('RND4K Q1').first()).toContainText('164.6');
  });

  await test.step('it is saved in its forms', async () => {
    for (const [choice, extension, content] of FORMS) {
      const file = await runPage.saveAs(choice);
      expect.soft(file.suggestedFilename()).toMatch(new RegExp(`^opfsmark-quick-.*\\.${extension}$`));
      expect.soft(await readFile(await file.path(), 'latin1'), extension).toContain(content);
    }
  });
});

test('the answer of a permalink is read without script', async ({ api, request }) => {
  const id = await api.publishRanked(makeUpload({ rig_id: randomId() }));
  const { html, text } = await read(request, `/r/${id}?tab=environment`);
  expect(html).toMatch(/<article.*?<h2[^>]*>(?:<!--.*?-->|\s)*This drive/s);
  expect(text).toContain('Clock step');
  // The numbers of charts are said until they are drawn.
  expect((await read(request, `/r/${id}`)).text).toMatch(/RND4K Q1 .*p50 .* · max/s);
});

test.describe('a run stands among what others measured before it is published', () => {
  const PEERS = 20;
  const cell: Stats['metrics'][number] = {
    ...{
      metric: 'rnd4k_q1t1_read',
      unit: 'iops' as const,
      better: 'higher' as const,
      providers: PEERS,
      of: 'providers' as const,
    },
    ...{ p5: 100, p25: 100, p50: 100, p75: 100, p95: 100, low: 100, high: 100 },
    run_id: '7777777777777777',
    buckets: [{ value: 100, count: PEERS }],
  };
  /** A standard plan, as ranked runs have: real records are smaller. */
  const { record } = makeUpload({ rig_id: randomId() });

  test.beforeEach(async ({ page }) => {
    await page.route('**/api/v1/stats?*', (route) => {
      const cut = new URL(route.request().url()).searchParams.get('cut') ?? '';
      // Only the system is named.
      const metrics: Stats['metrics'] = /^os\|\d+\.shared\|linux$/.test(cut) ? [cell] : [];
      const json: Stats = { cut, runs: PEERS, metrics };
      return route.fulfill({ json });
    });
  });

  test('on the run page', async ({ page }) => {
    await showFinished(page, record);
    await expect(page.getByText(`Faster than ${PEERS} of ${PEERS} here`)).toBeVisible();
  });

  test('on its page in History @long', async ({ page }) => {
    await visit(page, '/privacy');
    await keepRun(page, entryOf(record, null), record);
    await visit(page, '/history');
    await page.getByRole('table', { name: 'Runs' }).getByRole('rowheader').getByRole('link').click();
    await expect(page.getByText(`Faster than ${PEERS} of ${PEERS} here`)).toBeVisible();
  });
});
