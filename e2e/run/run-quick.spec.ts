import type { APIRequestContext, BrowserType } from '@playwright/test';
import { workersOf } from '@opfsmark/schema/documents';
import { matrixFilledBytes } from '@opfsmark/schema/families/matrix/schedule';
import { planAsRun } from '@opfsmark/schema/families/matrix/budget';
import { declaration, factsOf } from '../support/lib/records.ts';
import { expect, longUnless, test } from '../support/fixtures.ts';
import { whyNoMemoryLimit } from '../support/lib/memory-limit.mjs';
import { expectFilesDeleted, overrideQuota } from '../support/lib/opfs.ts';
import { read, visit } from '../support/lib/visit.ts';
import { baseURL } from '../support/site.ts';
import { LeaderboardPage, SharedRunPage } from '../support/page-objects/published-pages.ts';

// As of the shared browser, where the first click has its own.
test.use({ memoryBytes: 2 * 1024 ** 3 });

/** Making the system forget ends where it has no more: to fill all memory of a computer takes many times as long. */
const SMALL_ROOM = 1.5 * 1024 ** 3;

interface Click {
  readonly title: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly rows: readonly string[];
  /** Stands on boards. */
  readonly isStandard: boolean;
}

/** A click does the same with one row, two workers and a smaller file. Making the system forget takes most of its time. */
const CLICKS: readonly Click[] = [
  {
    title: 'the first click measures the drive',
    parameters: {},
    rows: ['SEQ1M Q8', 'SEQ1M Q1', 'RND4K Q32', 'RND4K Q1'],
    isStandard: true,
  },
  {
    title: 'a click measures one row at the pace of the standard plan on the drive',
    parameters: { rows: 'SEQ1M-Q2T1', size: '64MiB' },
    rows: ['SEQ1M Q2'],
    isStandard: false,
  },
];

/** The name of a row, and what the page of the run shows as read and written. */
type ShownNumbers = readonly (readonly [row: string, read: string, write: string])[];

/** Who has published nothing, and has no script. */
async function expectReadWithoutScript(
  request: APIRequestContext,
  address: string,
  device: string,
  shownNumbers: ShownNumbers,
): Promise<void> {
  const { html } = await read(request, address);
  const textOf = (part: string) =>
    part
      .replace(/<!--.*?-->|<[^>]+>/gs, '')
      .replace(/\s+/g, ' ')
      .trim();
  const rowTexts = [...html.matchAll(/<tr\b.*?<\/tr>/gs)].map(([row]) => textOf(row));
  for (const [row, ...numbers] of shownNumbers) {
    const texts = rowTexts.filter((text) => text.includes(row));
    for (const number of numbers) expect(texts.join(' | '), row).toContain(number);
  }
  const content = (property: string) => new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];
  expect(content('og:title')).toContain(device);
  expect(new URL(content('og:url') ?? '').pathname).toBe(address.split('?')[0]);
  const sentence = textOf(/<article.*?<h2[^>]*>(.*?)<\/h2>/s.exec(html)?.[1] ?? '');
  expect(sentence).not.toBe('');
  expect(textOf(content('og:description') ?? '').startsWith(sentence)).toBe(true);
}

/** A score needs reads from the drive, which not every machine here has. */
const METRIC = 'seq1m_q1t1_write';

async function expectSeenByStranger(
  chromium: BrowserType,
  address: string,
  device: string,
  shownNumbers: ShownNumbers,
): Promise<void> {
  const stranger = await chromium.launch();
  const page = await stranger.newPage({ baseURL });
  await visit(page, address);
  await expect(page.getByText(device).first()).toBeVisible();
  for (const [row, , write] of shownNumbers) await expect(new SharedRunPage(page).row(row)).toContainText(write);
  const leaderboard = new LeaderboardPage(page);
  await leaderboard.openUntilShown({ metric: METRIC }, device);
  await leaderboard.open({ by: 'filesystem', metric: METRIC });
  await expect(leaderboard.row('ext4').first()).toBeVisible();
  await stranger.close();
}

for (const { title, parameters, rows, isStandard } of CLICKS) {
  test(`${title}, and the result can be published, found, and read without script${longUnless(!isStandard)}`, async ({
    page,
    request,
    runPage,
    playwright,
  }) => {
    await runPage.open(parameters);
    if (!isStandard && whyNoMemoryLimit() !== null) await overrideQuota(runPage.page, SMALL_ROOM);
    await expect(runPage.run).toBeEnabled();
    await runPage.expectSameTimeInDialog();
    await runPage.begin();
    await expect(runPage.stop).toBeVisible();
    await runPage.reaches('done');

    for (const row of rows) {
      // Read from the drive, where it was; from memory; written.
      await expect(runPage.cells(row)).toHaveCount(3);
      await expect(runPage.cells(row).nth(1)).toContainText(/\d/);
      await expect(runPage.cells(row).nth(2)).toContainText(/\d/);
    }

    const record = await runPage.record();
    if (record === null) throw new Error('no record');
    expect(record.status).toBe('done');
    expect(record.plan.profile).toBe('quick');
    expect(record.plan.drive_s).toBe(1);
    expect(record.result.file_bytes).toBeLessThanOrEqual(record.plan.file_bytes);
    expect(record.environment).toMatchObject({ engine: 'opfs-sync', layout: 'shared', cross_origin_isolated: true });
    expect(record.result.fill?.bytes).toBe(matrixFilledBytes(planAsRun(record), 'shared'));
    expect(record.result.forget).toBeDefined();
    expect(record.result.jobs.map((job) => job.workers)).toEqual(record.result.jobs.map((job) => workersOf(job.row)));
    const facts = factsOf(record);
    expect(facts).toHaveLength(3 * rows.length);
    expect(facts).toEqual(
      facts.map(({ job, loopsWithOps }) => ({
        job,
        status: 'done',
        loopsWithOps,
        bytesAreOpsTimesBlock: true,
        percentilesInOrder: true,
      })),
    );
    expect(Math.min(...facts.map(({ loopsWithOps }) => loopsWithOps))).toBeGreaterThan(0);
    await expectFilesDeleted(page);

    const declared = declaration();
    await runPage.publishAs(declared);
    const address = await runPage.permalink.getAttribute('href');
    expect(address).toMatch(/\/r\/[0-9A-HJKMNP-TV-Z]{16}(\?bookmark=[\w-]+)?$/);

    const shownNumbers = await Promise.all(
      rows.map(async (row) => [row, await runPage.number(row, 'read'), await runPage.number(row, 'write')] as const),
    );
    await expectReadWithoutScript(request, address ?? '', declared.device, shownNumbers);
    if (isStandard) {
      await expectSeenByStranger(playwright.chromium, address ?? '', declared.device, shownNumbers);
      const board = await read(request, `/leaderboard?metric=${METRIC}`);
      expect(board.text).toContain(declared.device);
    }

    // Now each step at the pace that was seen here.
    await runPage.open(parameters);
    await runPage.expectSameTimeInDialog();
  });
}
