import type { Page } from '@playwright/test';
import { contradictions } from '@opfsmark/schema/families';
import { databaseFigure } from '@opfsmark/schema/families/database/figures';
import { durabilityFigures } from '@opfsmark/schema/families/durability/figures';
import { PICKED_STEPS } from '@opfsmark/schema/families/picked-folder/plan';
import { pickedFileFigures } from '@opfsmark/schema/families/picked-file/figures';
import { expect, test } from '../support/fixtures.ts';
import { expectPermalink, runFamily } from '../support/scenarios/family-run.ts';
import { reportRows } from '../support/lib/records.ts';
import { expectFilesDeleted } from '../support/lib/opfs.ts';
import { runWith, withFile } from '../support/scenarios/picked-file.ts';
import { crashWorkers } from '../support/lib/workers.ts';
import { beginAppStorage, expectFailed, STORED, testStop } from '../support/scenarios/ended-early.ts';

test('database: rows, waiting and computing add up, and the permalink shows the same @long', async ({ familyPage }) => {
  const { record, plan, result } = await runFamily(familyPage, 'database');
  const [bulk = 0, single = 0, reads = 0] = result.phases.map(({ rows }) => rows);
  expect(bulk).toBe(plan.bulk_rows);
  expect(Math.min(single, reads)).toBeGreaterThan(0);
  expect(result.verified_rows).toBe(bulk + single);
  const figures = result.phases.map(databaseFigure);
  for (const { waitShare, computeShare } of figures) expect(waitShare + computeShare).toBeCloseTo(1, 12);

  expect(await familyPage.cellsOf('Figures')).toEqual(reportRows(record, 'Figures'));
  expect(await familyPage.cellsOf('Calls to storage')).toEqual(reportRows(record, 'Calls to storage'));
  await expectPermalink(familyPage);
});

test('durability: the same megabytes three ways, with ratios @long', async ({ familyPage }) => {
  const { record, plan, result } = await runFamily(familyPage, 'durability', { bytes: '8MiB', loops: '2' });
  for (const mode of ['none', 'end', 'each'] as const) {
    expect(result[mode]).toHaveLength(plan.loops);
    for (const { write, ended } of result[mode]) if (ended === 'visited') expect(write?.bytes).toBe(plan.bytes);
  }
  expect(result.none.every(({ flush_ns }) => flush_ns === 0)).toBe(true);
  expect(durabilityFigures(result)).toHaveLength(3);
  expect(await familyPage.cellsOf('Figures')).toEqual(reportRows(record, 'Figures'));
  await expect(familyPage.page.getByText(/\(2 loops\)/)).toBeVisible();
});

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
    expect(figures.inOrder.map(({ origin }) => origin)).not.toContain('drive');
    expect(await familyPage.cellsOf('Figures')).toHaveLength(1 + figures.inOrder.length);
    await expect(page.getByText('The file was only read. Nothing was written')).toBeVisible();
    if (figures.best?.isAtLeast) await expect(page.getByText(/sequential read speed is .* or more\./)).toBeVisible();
    await expectFilesDeleted(page);
  });
});

const SMALL_PLAN = { size: '16MiB', reads: '200', files: '20' };
const STEPS = Object.keys(PICKED_STEPS);

/**
 * Replaces the directory picker, which no test can answer, by a folder of the browser's private storage. Both are the
 * same interface.
 */
async function pickFolderOfOwn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pick = async () => {
      const root = await navigator.storage.getDirectory();
      return root.getDirectoryHandle('picked', { create: true });
    };
    Object.assign(window, { showDirectoryPicker: pick });
  });
}

test('a picked folder: every step beside what the browser reaches, and nothing left behind @long', async ({
  familyPage,
}) => {
  const { page } = familyPage;
  await pickFolderOfOwn(page);
  // The folder belongs to the user, so it is deleted before the check that nothing is left.
  await page.addInitScript(() => {
    const look = setInterval(() => {
      if (window.opfsmark?.status !== 'done') return;
      clearInterval(look);
      void navigator.storage.getDirectory().then(async (root) => {
        const folder = await root.getDirectoryHandle('picked');
        const leftNames: string[] = [];
        for await (const name of folder.keys()) leftNames.push(name);
        Object.assign(window, { leftInPicked: leftNames });
        await root.removeEntry('picked');
      });
    }, 10);
  });
  const { record, result } = await runFamily(familyPage, 'picked-folder', SMALL_PLAN);
  expect(record.environment.engine).toBe('picked-folder');
  expect(await page.evaluate(() => Reflect.get(window, 'leftInPicked') as string[])).toEqual([]);
  expect(result.cells.map(({ place, step }) => `${place} ${step}`)).toEqual(
    ['ceiling', 'picked'].flatMap((place) => STEPS.map((step) => `${place} ${step}`)),
  );
  const pickedCells = result.cells.filter(({ place }) => place === 'picked');
  expect(pickedCells.map(({ ops }) => ops)).toEqual([16, 16, 200, 20, 20]);
  expect(pickedCells.map(({ verified_blocks }) => verified_blocks)).toEqual([0, 16, 200, 0, 0]);
  expect(await familyPage.cellsOf('Figures')).toEqual(reportRows(record, 'Figures'));
});

test.describe('a worker that dies', () => {
  test.use({ expectedErrors: [/crashed on purpose/] });

  test('ends its family, and what it found is kept @long', async ({ familyPage }) => {
    await beginAppStorage(familyPage);
    await crashWorkers(familyPage.page);
    await expectFailed(familyPage, 'worker_died', STORED);
  });
});

/** One with a worker of its own; `run/interrupted.spec.ts` stops what the workers of the core measure, `long` the others. */
testStop(['app-storage']);
