import { expect, test } from '@playwright/test';
import { contradictions, flagsOf, isRecordOf, RunRecord } from '@opfsmark/schema/families';
import * as z from 'zod/mini';
import { whyNoMemoryLimit, withMemoryLimit } from '../../../wasm-core/bench/memory-limit.mjs';
import { findFirefox } from '../../../scripts/lib/browsers.mjs';
import { namesInOpfs, withFirefox } from '../../support/lib/firefox.ts';
import { factsOf } from '../../support/lib/records.ts';
import { baseURL } from '../../support/site.ts';

const RUN_MS = 120_000;
/** The rows of the Quick profile with the most and the fewest workers, once. */
const ROWS = 'SEQ1M-Q1T1,RND4K-Q32T1';
const SHORT_QUICK = new URLSearchParams({ profile: 'quick', size: '128MiB', loops: '1', rows: ROWS, autorun: '1' });

type Limit = (pid: number) => void;

/** With so little memory, where the system lets it be limited, that forgetting comes to its end. */
function inLittleMemory(work: (limit: Limit | null) => Promise<void>): Promise<void> {
  return whyNoMemoryLimit() === null ? withMemoryLimit(1.5 * 2 ** 30, work) : work(null);
}

test('Firefox runs a short Quick test with one file per worker, forgets them, and deletes them', async () => {
  const firefox = findFirefox();
  if (firefox === undefined) console.log('skipped: there is no Firefox here, and it could not be installed');
  test.skip(firefox === undefined, 'there is no Firefox here, and it could not be installed');
  if (firefox === undefined) return;

  await inLittleMemory((limit) =>
    withFirefox(firefox, async (page) => {
      const { pid } = page.browser().process() ?? {};
      if (limit && pid !== undefined) limit(pid);
      await page.goto(`${baseURL}/?${SHORT_QUICK}`);
      await page.waitForFunction(() => /done|failed/.test(window.opfsmark?.status ?? ''), { timeout: RUN_MS });
      const { error, text } = await page.evaluate(() => ({
        error: JSON.stringify(window.opfsmark?.error ?? null),
        text: JSON.stringify(window.opfsmark?.record ?? null),
      }));
      expect(JSON.parse(error)).toBeNull();
      const parsed = z.safeParse(RunRecord, JSON.parse(text));
      expect(parsed.error).toBeUndefined();
      const record = parsed.data;
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
      const unforgotten = flagsOf(record).filter(({ code }) => code.startsWith('forget_'));
      expect(unforgotten).toHaveLength(forget?.ended === 'forgotten' ? 0 : 1);

      expect(await namesInOpfs(page)).toEqual([]);
    }),
  );
});
