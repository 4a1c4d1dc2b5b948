import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contradictions, pickedFileFigures } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { filesInOpfs } from '../support/lib/opfs.ts';
import { expectPermalink, FAMILY_TEST_MS } from '../support/scenarios/family-run.ts';
import type { FamilyPage } from '../support/page-objects/family-page.ts';

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const SMALL = { pairs: '200', bytes: '8MiB', slice: '1MiB' };

/** A file outside the browser, as people have them. */
async function withFile(bytes: number, use: (path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-picked-'));
  try {
    const path = join(folder, 'holiday.mp4');
    writeFileSync(path, randomBytes(bytes));
    await use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runWith(familyPage: FamilyPage, path: string, parameters: Record<string, string> = SMALL) {
  const { page } = familyPage;
  await familyPage.openFamily('picked-file', parameters);
  await expect(familyPage.run).toBeEnabled();
  const chooser = page.waitForEvent('filechooser');
  await familyPage.run.click();
  await (await chooser).setFiles(path);
}

test('a picked file is read in pairs and in order, without the File System Access API, and nothing is written', async ({
  familyPage,
}) => {
  test.setTimeout(FAMILY_TEST_MS);
  const { page } = familyPage;
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'));
  await withFile(32 * MIB, async (path) => {
    await runWith(familyPage, path);
    await familyPage.reaches('done', 60_000);
    const record = await familyPage.recordOf('picked-file');
    if (record === null) throw new Error('no record');
    expect(record).toMatchObject({ status: 'done', environment: { engine: 'picked-file' } });
    expect(contradictions(record)).toEqual([]);
    const { pairs, in_order } = record.result;
    expect([pairs?.first.ops, pairs?.again.ops]).toEqual([200, 200]);
    expect(in_order.map(({ in_flight, first, again }) => [in_flight, first.bytes / MIB, again.ops])).toEqual([
      [1, 8, 4],
      [4, 8, 4],
    ]);
    // It was written a moment ago: nothing here may claim to be the drive.
    const figures = pickedFileFigures(record.result);
    expect(figures.pair?.driveNs).toBeNull();
    expect(figures.inOrder.map(({ readFrom }) => readFrom)).not.toContain('drive');
    expect(await familyPage.cellsOf('Figures')).toHaveLength(1 + figures.inOrder.length);
    await expect(page.getByText('The file was only read. Nothing was written')).toBeVisible();
    if (figures.best?.isAtLeast) await expect(page.getByText(/sequential read speed is .* or more\./)).toBeVisible();
    expect(await filesInOpfs(page)).toEqual([]);
    await expectPermalink(familyPage);
  });
});

test('a file that changes while it is read ends the run with a clear message', async ({ familyPage }) => {
  await withFile(0, async (path) => {
    const { page } = familyPage;
    // Holes, and more blocks than are read before it changes.
    truncateSync(path, GIB);
    await runWith(familyPage, path, { pairs: '100000', bytes: '8MiB', slice: '1MiB', limit: '60' });
    await expect(page.getByText(/: measuring$/).first()).toBeVisible();
    truncateSync(path, MIB);
    // A browser compares whole seconds.
    utimesSync(path, 1, 1);
    await familyPage.reaches('failed', 60_000);
    expect((await familyPage.familyRecord())?.failure?.code).toBe('file_changed');
    await expect(page.getByText('The file can no longer be read')).toBeVisible();
    await expect(page.getByText('pick the file again.')).toBeVisible();
  });
});
