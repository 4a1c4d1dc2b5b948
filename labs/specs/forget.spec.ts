/** Reads of the drive in one visit: the system forgets fresh files because holes have taken their place in memory. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import {
  contradictions,
  estimate,
  flagsOf,
  type FamilyRecord,
  familyOf,
  type FamilyId,
} from '@opfsmark/schema/families';
import { FORGET } from '@opfsmark/schema/families/matrix/forget';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';
import { verdictInRecord } from '@opfsmark/schema/families/matrix/verdict';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import { rowsNamed } from '@opfsmark/schema/documents';
import { withBenchPage } from '../lib/browser.mjs';
import type { WholeRunBench } from '../bench/whole-run/main.ts';
import { whyNoMemoryLimit, withMemoryLimit } from '../../e2e/support/lib/memory-limit.mjs';
import { expectFilesDeleted } from '../../e2e/support/lib/opfs.ts';
import { evict, whyNoPageCache } from '../../e2e/support/lib/page-cache.ts';
import { opfsFilesOnDisk } from '../../e2e/support/lib/profile.ts';

declare const bench: WholeRunBench;

const MIB = 1024 * 1024;
/** Larger than the hot file and the sampled one, so that their sizes tell them apart. */
const PART_BYTES = 160 * MIB;
const MEMORY_BYTES = 1536 * MIB;
const PLAN = {
  ...withCache(planOf('quick'), 'drive'),
  rows: rowsNamed('SEQ1M Q1T1', 'RND4K Q1T1'),
  file_bytes: 2 * PART_BYTES,
  loops: 1,
  drive_s: 0,
  // The rest before the first row is when the page cache is looked into.
  interval_s: 3,
};

interface Opened {
  readonly page: Page;
  readonly profile: string;
}

function onDrive(work: (benchPage: Opened) => Promise<void>): Promise<void> {
  const folder = process.env['OPFSMARK_DRIVE'] ?? test.info().outputDir;
  return withBenchPage(work, { folder, root: 'bench/whole-run' });
}

async function recordOf(page: Page): Promise<FamilyRecord<'matrix'>> {
  const record = await page.evaluate(() => bench.end());
  if (!record) throw new Error('There was no run.');
  return record;
}

/** Those of the files in this profile that are larger than any that is written. */
function holesOnDisk(profile: string): { readonly bytes: number; readonly blocks: number }[] {
  const root = join(profile, 'Default', 'File System');
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const stats = statSync(join(root, name), { throwIfNoEntry: false });
    return stats?.isFile() && stats.size > PART_BYTES ? [{ bytes: stats.size, blocks: stats.blocks }] : [];
  });
}

test('fresh files are not in memory when they are read', async () => {
  const why = whyNoPageCache() ?? whyNoMemoryLimit();
  if (why !== null) console.log(`skipped: ${why}`);
  test.skip(why !== null, why ?? '');

  await withMemoryLimit(MEMORY_BYTES, (limit) =>
    onDrive(async ({ page, profile }) => {
      limit(profile);
      await page.evaluate((plan) => bench.start(plan), PLAN);
      await page.waitForFunction(() => bench.seen.result?.forget);
      const parts = opfsFilesOnDisk(profile, PART_BYTES);
      const shares = parts.map((file) => evict(file, PART_BYTES, []).share);
      expect(await page.evaluate(() => bench.seen.result?.jobs.flatMap(({ passes }) => passes))).toEqual([]);
      console.log(`in memory after forgetting: ${shares.map((share) => `${(100 * share).toFixed(2)} %`).join(', ')}`);

      const record = await recordOf(page);
      const { forget, jobs } = record.result;
      console.log(JSON.stringify(forget));
      expect(record.status).toBe('done');
      expect(forget?.ended).toBe('forgotten');
      expect(shares).toHaveLength(PLAN.rows.length);
      for (const share of shares) expect(share).toBeLessThanOrEqual(0.01);
      const verdicts = jobs.map((job) => `${job.row.pattern} ${verdictInRecord(record, job)?.verdict}`);
      expect(verdicts[0]).toBe('random drive');
      expect(verdicts[1]).not.toBe('sequential cached');
      await expectFilesDeleted(page);
    }),
  );
});

test('a run says whether the system has forgotten its files', async () => {
  const why = whyNoPageCache() ?? whyNoMemoryLimit();
  if (why === null) console.log('skipped: the page cache was looked into instead');
  test.skip(why === null, 'the page cache was looked into instead');
  await onDrive(async ({ page }) => {
    await page.evaluate((plan) => bench.start(plan), { ...PLAN, interval_s: 0 });
    const record = await recordOf(page);
    expect(record.status).toBe('done');
    const { forget, jobs } = record.result;
    console.log(JSON.stringify(forget));
    const flags = flagsOf(familyOf<FamilyId>(record.family), record).filter(({ code }) => code.startsWith('forget_'));
    expect(flags).toHaveLength(forget?.ended === 'forgotten' ? 0 : 1);
    if (forget?.ended === 'forgotten') {
      for (const job of jobs) expect(verdictInRecord(record, job)?.verdict).not.toBe('memory');
    }
  });
});

test('holes take no room on the drive, and a stop in the middle leaves nothing behind', async () => {
  const isOtherSystem = process.platform !== 'linux';
  if (isOtherSystem) console.log('skipped: where a file lies, and its blocks, are known on Linux');
  test.skip(isOtherSystem, 'where a file lies, and its blocks, are known on Linux');
  await onDrive(async ({ page, profile }) => {
    await page.evaluate((plan) => bench.start(plan), PLAN);
    await page.waitForFunction(() => bench.seen.phase === 'forgetting');
    await expect.poll(() => holesOnDisk(profile), { intervals: [10] }).toHaveLength(FORGET.workers);
    const holes = holesOnDisk(profile);
    await page.evaluate(() => bench.stop());
    for (const { blocks } of holes) expect(blocks).toBe(0);
    const record = await recordOf(page);
    expect(record).toMatchObject({ status: 'stopped', result: { jobs: [] } });
    expect(record.result.forget).toBeUndefined();
    await expectFilesDeleted(page);
    expect(holesOnDisk(profile)).toEqual([]);
  });
});

/** Reads every row twice: from the drive, after the system has forgotten it, and from memory. */
const TWICE = { ...planOf('quick'), rows: rowsNamed('SEQ1M Q1T1', 'RND4K Q1T1'), file_bytes: 64 * MIB };

async function measure({ page }: Opened): Promise<void> {
  await page.evaluate((plan) => bench.start(plan), TWICE);
  const record = await recordOf(page);
  expect([record.status, record.failure]).toEqual(['done', undefined]);
  expect(contradictions(record)).toEqual([]);
  const jobNames = record.result.jobs.map(
    ({ row, direction, reads }) => `${row.pattern} ${direction}${reads ? ` ${reads}` : ''}`,
  );
  // What need not wait for the system to forget comes first; of the drive random rows do: reading in order reads ahead.
  expect(jobNames).toEqual([
    'sequential read memory',
    'random read memory',
    'sequential write',
    'random write',
    'random read drive',
    'sequential read drive',
  ]);
  const verdicts = record.result.jobs.map((job) => verdictInRecord(record, job)?.verdict ?? null);
  console.log(JSON.stringify(record.result.forget), verdicts.join(' '));
  if (record.result.forget?.ended === 'forgotten') expect(verdicts[4]).toBe('drive');
  expect(verdicts[1]).toBe('memory');
  const passes = record.result.jobs.flatMap((job) => job.passes);
  const writtenBytes = passes.reduce((sum, pass) => sum + (pass.write?.bytes ?? 0), record.result.fill?.bytes ?? 0);
  expect(writtenBytes).toBeLessThanOrEqual(estimate(TWICE, record.environment.layout).bytesWrittenMax);
  await expectFilesDeleted(page);
}

test('every row has a read result of the drive and one of memory, each with its own verdict', async () => {
  const why = whyNoMemoryLimit();
  if (why !== null) {
    console.log(`the system may not forget in time: ${why}`);
    await onDrive(measure);
    return;
  }
  await withMemoryLimit(2048 * MIB, (limit) =>
    onDrive(async (benchPage) => {
      limit(benchPage.profile);
      await measure(benchPage);
    }),
  );
});
