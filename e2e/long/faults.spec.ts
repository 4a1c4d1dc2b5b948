/** Runs that end early: a worker falls silent or finds no space, a browser is killed, a file changes. Finished parts are kept. */
import { expect, test } from '../support/fixtures.ts';
import { collectWorkers, plantDyingDrive, plantInWorkers, workersOf } from '../support/lib/workers.ts';
import {
  beginAppStorage,
  expectFailed,
  expectOneFailed,
  runUntilFirstNumber,
  STORED,
} from '../support/scenarios/ended-early.ts';
import { expectFilesDeleted, filesInOpfs, overrideQuota } from '../support/lib/opfs.ts';
import { withRestarts, opfsFilesOnDisk } from '../support/lib/profile.ts';
import { RESTING, RunPage, TO_END_EARLY } from '../support/page-objects/run-page.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWith, withFile } from '../support/scenarios/picked-file.ts';

const MIB = 2 ** 20;

/** Times of the page's clock: how long a worker may be silent, and what it has written may take. */
const PATIENCE_S = 180;

test('a worker that falls silent is noticed, and what it found is kept', async ({ familyPage }) => {
  const { page } = familyPage;
  const endWorkers = await collectWorkers(page);
  await beginAppStorage(familyPage);
  await endWorkers();
  for (let s = 0; s < PATIENCE_S && !(await familyPage.alert.isVisible()); s += 10) await page.clock.runFor(10_000);
  await expectFailed(familyPage, 'worker_died', STORED);
});

test('a quota that is used up ends its family, and what it found is kept', async ({ familyPage }) => {
  const { page } = familyPage;
  await familyPage.openFamily('small-files', { ll512k: '2', ll4k: '10', hl4k: '10000', trials: '1' });
  await overrideQuota(page, 12 * MIB);
  await familyPage.begin();
  await expectFailed(familyPage, 'quota_exceeded', 'Figures');
});

test('a worker that falls silent fails its test; the others are run and kept', async ({ page, runPage }) => {
  const endWorkers = await collectWorkers(page);
  const firstNumber = await runUntilFirstNumber(runPage);
  await endWorkers();
  // Step by step: new workers begin in their own time, and would be taken for silent if the page's clock went on.
  while (!(await runPage.results.getByText('failed', { exact: true }).isVisible())) await page.clock.runFor(5_000);
  await runPage.reaches('failed');

  await expectOneFailed(runPage, firstNumber);
  expect((await runPage.record())?.failure).toMatchObject({ code: 'worker_died' });
  await expectFilesDeleted(page);
});

test('a handle that is lost fails its tests, keeps the finished ones, and leaves no file', async ({
  page,
  runPage,
}) => {
  // Each worker keeps a reference to its last handle, so that the test can close it.
  await plantInWorkers(
    page,
    `const { createSyncAccessHandle } = FileSystemFileHandle.prototype;
    FileSystemFileHandle.prototype.createSyncAccessHandle = async function (...options) {
      return (globalThis.lastHandle = await createSyncAccessHandle.apply(this, options));
    };`,
  );
  const firstNumber = await runUntilFirstNumber(runPage);
  await Promise.all(
    workersOf(page).map((worker) =>
      worker.evaluate(() => {
        const { lastHandle } = globalThis as { lastHandle?: { close: () => void } };
        lastHandle?.close();
      }),
    ),
  );
  await runPage.reaches('failed');
  const record = await runPage.record();
  expect(record?.failure).toMatchObject({ code: 'handle_lost' });
  expect(record?.result.jobs[0]?.status).toBe('done');
  expect(record?.result.jobs.map(({ status }) => status)).toContain('failed');
  expect(await runPage.number('SEQ1M Q1', 'read')).toBe(firstNumber);
  await expect(runPage.alert).toContainText('What was finished before is kept');
  await expectFilesDeleted(page);
});

test('a browser that was killed in the middle leaves no file after the next visit', async ({ playwright }) => {
  await withRestarts(playwright.chromium, async ({ open, restart }) => {
    const before = new RunPage(await open());
    await before.open(RESTING);
    await before.begin();
    await expect(before.row('SEQ1M Q1')).toContainText('running');
    await restart('killed');

    const after = new RunPage(await open());
    await after.page.goto('/favicon.svg');
    expect(await filesInOpfs(after.page)).not.toEqual([]);
    await after.open();
    await expect(after.run).toBeEnabled();
    await expectFilesDeleted(after.page);
  });
});

test('a prepared file that was being read when the browser was killed is deleted', async ({ playwright }) => {
  await withRestarts(playwright.chromium, async ({ open, restart }) => {
    const before = new RunPage(await open());
    await before.open({
      profile: 'quick',
      size: '32MiB',
      limit: '9',
      interval: '60',
      rows: 'RND4K-Q1T1',
      cache: 'cold',
    });
    await before.prepare.click();
    await before.prepared.getByRole('button', { name: 'Read from the drive' }).click();
    await expect(before.row('RND4K Q1')).toContainText('running');
    await restart('killed');

    const after = new RunPage(await open());
    await after.open();
    await expect(after.run).toBeEnabled();
    await expect(after.prepared).toBeHidden();
    await expectFilesDeleted(after.page);
  });
});

test('a drive that refuses writes ends the run with what to do and how far it came, and keeps what was finished', async ({
  page,
  runPage,
}) => {
  const killDrive = await plantDyingDrive(page);
  await runPage.open(TO_END_EARLY);
  await runPage.begin();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running');
  await killDrive();
  await runPage.reaches('failed');
  expect(await runPage.record()).toMatchObject({ status: 'failed', failure: { code: 'write_error' } });
  await expect(runPage.alert).toContainText('The drive refuses writes');
  await expect(runPage.alert).toContainText(/\d MB/);
  await expect(page.getByText('The drive refused a write, which ended the run.')).toBeVisible();
  await expectFilesDeleted(page);
});

test('a quota that is used up while the file is filled ends the run, and leaves no file', async ({ page, runPage }) => {
  await runPage.open({ profile: 'quick', cache: 'as-is', write: '0B', loops: '1', size: '64MiB', limit: '1' });
  await overrideQuota(page, 20 * MIB);
  await expect(runPage.run).toBeEnabled();
  // A key, unlike a click, does not wait for the button.
  await expect(runPage.run).toBeEnabled();
  await runPage.run.press('Enter');
  await runPage.reaches('failed');
  await expect(runPage.runAgain).toBeFocused();
  await expect(runPage.alert).toContainText('storage limit');
  const record = await runPage.record();
  expect(record).toMatchObject({ status: 'failed', failure: { code: 'quota_exceeded' }, result: { jobs: [] } });
  await expectFilesDeleted(page);
});

interface SmallDrive {
  readonly folder: string;
  /** Uses up the free space and the file's own blocks: its next write finds no space. */
  readonly exhaust: (file: string) => void;
}

/** Mounts a filesystem of this size in memory for `use`; skips the test where this user may not mount one. */
async function onSmallDrive(bytes: number, use: (drive: SmallDrive) => Promise<void>): Promise<void> {
  const why = 'a small filesystem can be mounted by root on Linux only';
  const canMount = process.platform === 'linux' && process.getuid?.() === 0;
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-small-'));
  const isMounted =
    canMount && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]).status === 0;
  if (!isMounted) {
    rmSync(folder, { recursive: true });
    console.log(`skipped: ${why}`);
  }
  test.skip(!isMounted, why);
  const exhaust = (file: string) => {
    // The writer takes its blocks back as fast as it can; after a few rounds the filler has won some of them.
    const fillUp = `dd if=/dev/zero bs=1M status=none >> ${join(folder, 'filler')} 2>&-`;
    const round = `fallocate --punch-hole --offset 0 --length ${statSync(file).size} '${file}'; ${fillUp}`;
    execFileSync('sh', ['-c', `${fillUp}; for i in 1 2 3 4 5; do ${round}; done; true`]);
  };
  try {
    await use({ folder, exhaust });
  } finally {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  }
}

test('a full drive ends the run with what to do, and leaves no file', async ({ playwright }) => {
  await onSmallDrive(160 * MIB, ({ folder }) =>
    withRestarts(
      playwright.chromium,
      async ({ open }) => {
        const runPage = new RunPage(await open());
        await runPage.open({ profile: 'quick', cache: 'as-is', write: '0B', loops: '1', size: '256MiB', limit: '1' });
        await runPage.begin();
        await runPage.reaches('failed');
        const record = await runPage.record();
        expect(record?.status).toBe('failed');
        expect(['disk_full', 'quota_exceeded', 'io_error']).toContain(record?.failure?.code);
        await expectFilesDeleted(runPage.page);
      },
      folder,
    ),
  );
});

test('a drive that fills up in the middle of a pass fails that test, keeps what was finished, and leaves no file', async ({
  playwright,
}) => {
  await onSmallDrive(320 * MIB, ({ folder, exhaust }) =>
    withRestarts(
      playwright.chromium,
      async ({ open, profile }) => {
        const runPage = new RunPage(await open());
        // Visits its blocks again and again, so that it meets those that lost their space.
        await runPage.open({
          profile: 'quick',
          cache: 'as-is',
          write: '0B',
          loops: '1',
          size: '128MiB',
          limit: '5',
          revisit: '1',
          rows: 'SEQ1M-Q1T1',
        });
        await runPage.begin();
        await expect(runPage.cells('SEQ1M Q1').nth(1)).toContainText('MB/s');
        for (const file of opfsFilesOnDisk(profile, 128 * MIB)) exhaust(file);
        await runPage.reaches('failed');
        const record = await runPage.record();
        expect(record?.result.jobs.map(({ direction, status }) => `${direction} ${status}`)).toEqual([
          'read done',
          'write failed',
        ]);
        expect(['disk_full', 'quota_exceeded', 'io_error']).toContain(record?.failure?.code);
        await expect(runPage.alert).toContainText('What was finished before is kept');
        await expectFilesDeleted(runPage.page);
      },
      folder,
    ),
  );
});

const GIB = 2 ** 30;

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
    await familyPage.reaches('failed');
    expect((await familyPage.familyRecord())?.failure?.code).toBe('file_changed');
    await expect(page.getByText('The file can no longer be read')).toBeVisible();
    await expect(page.getByText('pick the file again.')).toBeVisible();
  });
});
