/** Families in a stock Firefox, as short as possible. Without picked folders, which a test cannot pick there. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  contradictions,
  FAMILY_IDS,
  type FamilyId,
  flagsOf,
  isRecordOf,
  RunRecord,
  familyOf,
} from '@opfsmark/schema/families';
import { endOfRun, namesInOpfs, withFirefox } from '../../support/lib/firefox.ts';
import { baseURL } from '../../support/site.ts';
import * as z from 'zod/mini';
import { whyNoMemoryLimit, withMemoryLimit } from '../../support/lib/memory-limit.mjs';
import { factsOf } from '../../support/lib/records.ts';

/** Only what stands still takes as long: a library that is silent is given 30 s, and other tests have the processors. */
const RUN_MS = 180_000;
const PLANS: Readonly<Record<Exclude<FamilyId, 'matrix' | 'picked-folder' | 'picked-file'>, Record<string, string>>> = {
  stutter: { calls: '1000', workers: '4', min: '1', limit: '5' },
  'small-files': { ll512k: '4', ll4k: '10', hl4k: '10', trials: '1' },
  'block-sweep': { from: '64KiB', to: '1MiB', size: '16MiB', limit_ms: '100', warmup_ms: '0' },
  'queue-sweep': { queues: '4', size: '16MiB', limit_ms: '100', warmup_ms: '0' },
  durability: { bytes: '4MiB', loops: '1' },
  'latency-under-load': { size: '16MiB', loops: '1', limit: '1' },
  sustained: { budget: '64MiB', size: '16MiB', round: '8MiB' },
  'app-storage': { rows: '100', puts: '4', reads: '20', blob: '64KiB', loops: '1' },
  database: { rows: '1000', single: '10', reads: '100' },
};
const MEASURED_FAMILIES = FAMILY_IDS.filter((id) => id !== 'picked-folder' && id !== 'picked-file' && id !== 'matrix');

test('Firefox measures every other family, and leaves nothing behind', async () => {
  test.setTimeout(MEASURED_FAMILIES.length * RUN_MS);
  await withFirefox(async (page) => {
    for (const family of MEASURED_FAMILIES) {
      await page.goto(`${baseURL}/?${new URLSearchParams({ family, ...PLANS[family], autorun: '1' })}`);
      const { error, record } = await test.step(`${family} comes to its end`, () => endOfRun(page, RUN_MS));
      expect(error, family).toBeNull();
      expect(record, family).toMatchObject({
        status: 'done',
        plan: { family },
        environment: { layout: 'per-worker', client: { browser: { family: 'firefox' } } },
      });
      expect(contradictions(record), family).toEqual([]);
      // A library that hangs fails its own row only, and the run is done all the same.
      if (record.family === 'app-storage')
        expect(record.result.rows.map(({ status }) => status)).not.toContain('failed');
      console.info(`${family} in Firefox: ${(record.wall_ms / 1000).toFixed(1)} s`);
    }
    expect(await namesInOpfs(page)).toEqual([]);
  });
});

test('Firefox reads a file that a person picked', async () => {
  test.setTimeout(2 * RUN_MS);
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-picked-'));
  try {
    const path = join(folder, 'large.bin');
    writeFileSync(path, randomBytes(16 * 2 ** 20));
    await withFirefox(async (page) => {
      const search = new URLSearchParams({ family: 'picked-file', pairs: '100', bytes: '4MiB', slice: '1MiB' });
      await page.goto(`${baseURL}/?${search}`);
      // The input is never in the page, and Firefox tells no driver of its dialog: a click on it is kept instead.
      await page.evaluate(() => {
        HTMLInputElement.prototype.click = function (this: HTMLInputElement) {
          document.body.append(this);
        };
      });
      await page.locator('button::-p-text(Run)').click();
      const input = await page.waitForSelector('input[type=file]');
      if (input === null) throw new Error('no input');
      await input.uploadFile(path);
      const { record } = await endOfRun(page, RUN_MS);
      expect(record).toMatchObject({ status: 'done', environment: { engine: 'picked-file' } });
      expect(contradictions(record)).toEqual([]);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The rows of the Quick profile with the most and the fewest workers, once. */
const ROWS = 'SEQ1M-Q1T1,RND4K-Q32T1';
const SHORT_QUICK = new URLSearchParams({ profile: 'quick', size: '128MiB', loops: '1', rows: ROWS, autorun: '1' });

type Limit = (pid: number) => void;

/** With so little memory, where the system lets it be limited, that forgetting comes to its end. */
function inLittleMemory(work: (limit: Limit | null) => Promise<void>): Promise<void> {
  return whyNoMemoryLimit() === null ? withMemoryLimit(1.5 * 2 ** 30, work) : work(null);
}

test('Firefox runs a short Quick test with one file per worker, forgets them, and deletes them', async () => {
  await inLittleMemory((limit) =>
    withFirefox(async (page) => {
      const { pid } = page.browser().process() ?? {};
      if (limit && pid !== undefined) limit(pid);
      await page.goto(`${baseURL}/?${SHORT_QUICK}`);
      const { error, record: rawRecord } = await endOfRun(page, RUN_MS);
      expect(error).toBeNull();
      const parseResult = z.safeParse(RunRecord, rawRecord);
      expect(parseResult.error).toBeUndefined();
      const record = parseResult.data;
      if (!record || !isRecordOf(record, 'matrix')) throw new Error('no record of the grid');

      expect(record).toMatchObject({
        status: 'done',
        environment: { layout: 'per-worker', cross_origin_isolated: true, client: { browser: { family: 'firefox' } } },
      });
      expect(record.result.jobs.map((job) => job.workers)).toEqual([32, 1, 1, 32, 1, 32]);
      for (const facts of factsOf(record)) {
        expect(facts).toMatchObject({ status: 'done', loopsWithOps: 1, bytesAreOpsTimesBlock: true });
        expect(facts.percentilesInOrder, facts.job).toBe(true);
      }
      expect(contradictions(record)).toEqual([]);

      const { forget } = record.result;
      console.log(JSON.stringify(forget));
      expect(forget?.bytes_read).toBeGreaterThan(0);
      if (limit) expect(forget?.ended).toBe('forgotten');
      const flagCodes = flagsOf(familyOf<FamilyId>(record.family), record).flatMap(({ code }) =>
        code.startsWith('forget_') ? [code] : [],
      );
      // Memory may answer although the samples said that all was forgotten: then the record says so.
      if (forget?.ended === 'forgotten') expect(flagCodes.filter((code) => code !== 'forget_partial')).toEqual([]);
      else expect(flagCodes).toHaveLength(1);

      expect(await namesInOpfs(page)).toEqual([]);
    }),
  );
});
