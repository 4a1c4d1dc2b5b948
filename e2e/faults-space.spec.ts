import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { filesInOpfs } from './lib/opfs.ts';
import { withRestarts } from './lib/profile.ts';
import { RunPage } from './pages/run-page.ts';

const MIB = 2 ** 20;

async function overrideQuota(page: Page, quotaSize: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize });
}

test('a quota that is used up while the file is filled ends the run, and leaves no file', async ({ page, runPage }) => {
  await runPage.open({ profile: 'quick', size: '64MiB', limit: '1' });
  await overrideQuota(page, 20 * MIB);
  await runPage.run.click();
  await runPage.reaches('failed', 30_000);
  await expect(runPage.alert).toContainText('storage limit');
  const record = await runPage.record();
  expect(record).toMatchObject({ status: 'failed', failure: { code: 'quota_exceeded' }, result: { jobs: [] } });
  expect(await filesInOpfs(page)).toEqual([]);
});

/** A filesystem of this size in memory; `null` where this user may not mount one. */
function mountSmall(bytes: number): { readonly folder: string; readonly end: () => void } | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    end: () => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

test('a disk that is full ends the run with what to do, and leaves no file', async ({ playwright }) => {
  const small = mountSmall(160 * MIB);
  if (!small) console.log('skipped: a small filesystem can be mounted by root only');
  test.skip(small === null, 'a small filesystem can be mounted by root only');
  if (!small) return;
  try {
    await withRestarts(
      playwright.chromium,
      async ({ open }) => {
        const runPage = new RunPage(await open());
        await runPage.open({ profile: 'quick', size: '256MiB', limit: '1' });
        await runPage.run.click();
        await runPage.reaches('failed', 30_000);
        const record = await runPage.record();
        expect(record?.status).toBe('failed');
        expect(['disk_full', 'quota_exceeded', 'io_error']).toContain(record?.failure?.code);
        console.log(`Chromium calls it ${record?.failure?.code}: ${record?.failure?.detail}`);
        expect(await filesInOpfs(runPage.page)).toEqual([]);
      },
      small.folder,
    );
  } finally {
    small.end();
  }
});
