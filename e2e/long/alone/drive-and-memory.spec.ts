/** A run that reads every row twice: from the drive, after the system has forgotten it, and from memory. */
import { expect, test, type Page } from '@playwright/test';
import { rowsNamed } from '@opfsmark/schema/documents';
import { contradictions, estimate, planOf, verdictInRecord } from '@opfsmark/schema/families';
import { withBenchPage } from '../../../wasm-core/bench/browser.mjs';
import type { WholeRunBench } from '../../../wasm-core/bench/whole-run/main.ts';
import { whyNoMemoryLimit, withMemoryLimit } from '../../../wasm-core/bench/memory-limit.mjs';
import { expectFilesDeleted } from '../../support/lib/opfs.ts';

declare const bench: WholeRunBench;

const MIB = 1024 * 1024;
const PLAN = { ...planOf('quick'), rows: rowsNamed('SEQ1M Q1T1', 'RND4K Q1T1'), file_bytes: 64 * MIB };

async function measure({ page }: { readonly page: Page }): Promise<void> {
  await page.evaluate((plan) => bench.start(plan), PLAN);
  const record = await page.evaluate(() => bench.end());
  if (!record) throw new Error('There was no run.');
  expect([record.status, record.failure]).toEqual(['done', undefined]);
  expect(contradictions(record)).toEqual([]);
  const told = record.result.jobs.map(
    ({ row, direction, reads }) => `${row.pattern} ${direction}${reads ? ` ${reads}` : ''}`,
  );
  // What need not wait for the system to forget comes first; of the drive random rows do: reading in order reads ahead.
  expect(told).toEqual([
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
  expect(verdicts[1]).toBe('cached');
  const passes = record.result.jobs.flatMap((job) => job.passes);
  const written = passes.reduce((sum, pass) => sum + (pass.write?.bytes ?? 0), record.result.fill?.bytes ?? 0);
  expect(written).toBeLessThanOrEqual(estimate(PLAN, record.environment.layout).bytesWrittenMax);
  await expectFilesDeleted(page);
}

test('every row has a read result of the drive and one of memory, each with its own verdict', async () => {
  const why = whyNoMemoryLimit();
  const options = { folder: process.env['OPFSMARK_DRIVE'] ?? test.info().outputDir, root: 'whole-run' };
  if (why !== null) {
    console.log(`the system may not forget in time: ${why}`);
    await withBenchPage(measure, options);
    return;
  }
  await withMemoryLimit(2048 * MIB, (limit: (profile: string) => void) =>
    withBenchPage(async (opened: { readonly page: Page; readonly profile: string }) => {
      limit(opened.profile);
      await measure(opened);
    }, options),
  );
});
