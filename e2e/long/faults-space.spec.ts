import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted } from '../support/lib/opfs.ts';
import { opfsFilesOnDisk, withRestarts } from '../support/lib/profile.ts';
import { RunPage } from '../support/page-objects/run-page.ts';

const MIB = 2 ** 20;

async function overrideQuota(page: Page, quotaSize: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize });
}

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
  const allowed = process.platform === 'linux' && process.getuid?.() === 0;
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-small-'));
  const mounted = allowed && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]).status === 0;
  if (!mounted) {
    rmSync(folder, { recursive: true });
    console.log(`skipped: ${why}`);
  }
  test.skip(!mounted, why);
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
