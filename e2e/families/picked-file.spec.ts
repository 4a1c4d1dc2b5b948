import { contradictions, pickedFileFigures } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted } from '../support/lib/opfs.ts';
import { runWith, withFile } from '../support/scenarios/picked-file.ts';

const MIB = 2 ** 20;

test('a picked file is read in pairs and in order, without the File System Access API, and nothing is written', async ({
  familyPage,
}) => {
  const { page } = familyPage;
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'));
  await withFile(32 * MIB, async (path) => {
    await runWith(familyPage, path);
    await familyPage.reaches('done');
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
    await expectFilesDeleted(page);
  });
});
