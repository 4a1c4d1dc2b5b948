import { workersOf } from '@opfsmark/schema/documents';
import { matrixFilledBytes } from '@opfsmark/schema/families/matrix/schedule';
import { planAsRun } from '@opfsmark/schema/families/matrix/budget';
import { declaration, factsOf } from '../support/lib/records.ts';
import { expect, longUnless, test } from '../support/fixtures.ts';
import { expectFilesDeleted } from '../support/lib/opfs.ts';
import { visit } from '../support/lib/visit.ts';
import { LeaderboardPage, SharedRunPage } from '../support/page-objects/published-pages.ts';

// It would take half a minute to make the system forget more memory.
test.use({ profile: 'own', memoryBytes: 2 * 1024 ** 3 });

interface Click {
  readonly title: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly rows: readonly string[];
  /** Stands on boards. */
  readonly isStandard: boolean;
}

/** A click does the same with two of the four rows of the standard plan, in half of the time. */
const CLICKS: readonly Click[] = [
  {
    title: 'the first click measures the drive',
    parameters: {},
    rows: ['SEQ1M Q8', 'SEQ1M Q1', 'RND4K Q32', 'RND4K Q1'],
    isStandard: true,
  },
  {
    title: 'a click measures two rows of the standard plan on the drive',
    parameters: { rows: 'SEQ1M-Q8T1,RND4K-Q1T1' },
    rows: ['SEQ1M Q8', 'RND4K Q1'],
    isStandard: false,
  },
];

for (const { title, parameters, rows, isStandard } of CLICKS) {
  test(`${title}, and the result can be published, found, and read without script${longUnless(!isStandard)}`, async ({
    page,
    runPage,
    browser,
  }) => {
    await runPage.open(parameters);
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

    const stranger = await browser.newContext();
    const theirPage = await stranger.newPage();
    await visit(theirPage, new URL(address ?? '', page.url()).href);
    const sharedPage = new SharedRunPage(theirPage);
    await expect(theirPage.getByText(declared.device).first()).toBeVisible();
    for (const row of rows) {
      const writeSpeed = await runPage.number(row, 'write');
      await expect(sharedPage.row(row)).toContainText(writeSpeed);
    }

    // A score needs reads from the drive, which not every machine here has.
    const metric = 'seq1m_q1t1_write';
    if (isStandard) {
      const leaderboard = new LeaderboardPage(theirPage);
      await leaderboard.openUntilShown({ metric }, declared.device);
      await leaderboard.open({ by: 'filesystem', metric });
      await expect(leaderboard.row('ext4').first()).toBeVisible();
    }
    await stranger.close();

    const plainContext = await browser.newContext({ javaScriptEnabled: false });
    const plainPage = await plainContext.newPage();
    await plainPage.goto(new URL(address ?? '', page.url()).href);
    for (const row of rows) {
      await expect(new SharedRunPage(plainPage).row(row)).toContainText(await runPage.number(row, 'read'));
    }
    const content = (property: string) => plainPage.locator(`meta[property="${property}"]`).getAttribute('content');
    expect(await content('og:title')).toContain(declared.device);
    expect(new URL((await content('og:url')) ?? '').pathname).toBe(new URL(plainPage.url()).pathname);
    const sentence = (await plainPage.locator('article h2').innerText()).replaceAll('\u00a0', ' ');
    expect((await content('og:description'))?.startsWith(sentence)).toBe(true);
    if (isStandard) {
      await plainPage.goto(`/leaderboard?metric=${metric}`);
      await expect(new LeaderboardPage(plainPage).row(declared.device)).toBeVisible();
    }
    await plainContext.close();

    // Now each step at the pace that was seen here.
    await runPage.open(parameters);
    await runPage.expectSameTimeInDialog();
  });
}
