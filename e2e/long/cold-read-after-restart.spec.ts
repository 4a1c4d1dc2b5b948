import { cacheVerdict } from '@opfsmark/schema/figures';
import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted, filesInOpfs } from '../support/lib/opfs.ts';
import { evict, whyNoPageCache } from '../support/lib/page-cache.ts';
import { opfsFilesOnDisk, withRestarts } from '../support/lib/profile.ts';
import { summaryOf } from '../support/lib/records.ts';
import { RunPage } from '../support/page-objects/run-page.ts';

const BLOCK_BYTES = 4096;
const ONE_ROW_BYTES = 64 * 2 ** 20;
const ONE_ROW = { profile: 'quick', loops: '1', size: '64MiB', limit: '1', rows: 'RND4K-Q1T1', cache: 'cold' };

test('a prepared file waits through a restart of the browser, is read once, and is gone', async ({ playwright }) => {
  await withRestarts(playwright.chromium, async ({ open, restart, profile }) => {
    const before = new RunPage(await open());
    await before.open(ONE_ROW);
    await before.prepare.click();
    await expect(before.prepared).toContainText('A prepared file of 64 MiB is ready');
    const files = await filesInOpfs(before.page);
    expect(files.toSorted()).toEqual(['opfsmark-prepared/manifest.json', 'opfsmark-prepared/part-0']);

    await restart('closed');
    const why = whyNoPageCache();
    if (why === null) for (const file of opfsFilesOnDisk(profile, ONE_ROW_BYTES)) evict(file, ONE_ROW_BYTES, [0]);
    else console.log(`the file was not evicted from memory: ${why}`);

    const after = new RunPage(await open());
    await after.open();
    await expect(after.prepared).toContainText('A prepared file of 64 MiB is ready');
    await after.prepared.getByRole('button', { name: 'Read from the drive' }).click();
    await after.reaches('done');
    const record = await after.record();
    if (!record) throw new Error('The run left no record.');
    expect(summaryOf(record)).toEqual({ status: 'done', jobs: ['done read 1'] });
    expect(record.plan).toMatchObject({ cache: 'cold', file_bytes: ONE_ROW_BYTES });
    const { fill, floors, jobs } = record.result;
    // The file was written before the restart, and no block of it is read twice.
    expect(fill).toBeUndefined();
    const read = jobs[0]?.passes[0]?.read;
    expect(read?.ops).toBeGreaterThan(0);
    expect(read?.ops).toBeLessThanOrEqual(ONE_ROW_BYTES / BLOCK_BYTES);
    expect(read?.bytes).toBe((read?.ops ?? 0) * BLOCK_BYTES);
    expect(jobs[0]?.verified_sectors).toBeGreaterThan(0);
    const verdict = jobs[0] && cacheVerdict(jobs[0], floors, record.environment.clock_step_ns);
    // Without the eviction the verdict depends on this computer's memory.
    if (why === null) expect(verdict).toMatchObject({ verdict: 'drive', share_from_memory: expect.closeTo(0, 1) });
    await expect(after.prepared).toBeHidden();
    await expectFilesDeleted(after.page);
  });
});
