/** A browser's lack is told by name: the lack is planted in its workers, where the engine meets it. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted } from '../support/lib/opfs.ts';
import { plantInWorkers } from '../support/lib/workers.ts';
import { visit } from '../support/lib/visit.ts';

async function checkUp(page: Page): Promise<void> {
  await visit(page, '/checkup');
  await page.getByRole('button', { name: 'Check this browser' }).click();
  await expect(page.getByRole('button', { name: 'Save as a file' })).toBeVisible();
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('a whole browser is told so with what was seen of each thing, which can be published and deleted @long', async ({
  page,
}) => {
  await checkUp(page);
  await expect(page.getByRole('heading', { name: 'This browser has what OPFSMark needs.' })).toBeVisible();
  await expect(rowOf(page, 'one file for all workers')).toContainText('one read what the other had written');
  await expect(rowOf(page, 'many handles at once')).toContainText('64 of 64');
  await expect(rowOf(page, 'a flush that reaches the drive')).toContainText('16 MiB');
  await expect(page.getByRole('row')).toHaveCount(15);
  await expectFilesDeleted(page);

  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('link', { name: /^\/checkup\/\w{16}$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^What Chrome \d+ on Linux can do$/);
  await expect(rowOf(page, 'many handles at once')).toContainText('64 of 64');
  await page.getByRole('link', { name: 'All browsers' }).click();
  await page.getByRole('link', { name: /^Newest published report: Chrome/ }).click();
  await page.getByRole('button', { name: 'Delete this report' }).click();
  await expect(page.getByText('The report is deleted.')).toBeVisible();
});

const LACKS = [
  {
    lack: 'a flush',
    code: 'delete FileSystemSyncAccessHandle.prototype.flush;',
    sentence: 'It lacks: a flush that reaches the drive.',
    row: 'File handles have no flush',
  },
  {
    lack: 'a flush that does anything',
    code: 'FileSystemSyncAccessHandle.prototype.flush = () => {};',
    sentence: 'It lacks: a flush that reaches the drive.',
    row: 'no drive is that fast',
  },
  {
    lack: 'a fine clock',
    code: 'const now = performance.now.bind(performance); performance.now = () => Math.floor(now());',
    sentence: 'It lacks: a fine clock',
    row: 'in steps of 1 ms',
  },
  {
    lack: 'more than one handle per file',
    code: `const open = FileSystemFileHandle.prototype.createSyncAccessHandle;
      FileSystemFileHandle.prototype.createSyncAccessHandle = function () { return open.call(this); };`,
    sentence: 'This browser has what OPFSMark needs.',
    row: 'A file can have one handle.',
  },
] as const;

for (const { lack, code, sentence, row } of LACKS) {
  // Each is a whole checkup; `schema/test/checkup` has what follows from what was seen, and `bad-states/checkup.spec.ts` one lack.
  test(`a browser without ${lack} is told by name @long`, async ({ page }) => {
    await plantInWorkers(page, code);
    await checkUp(page);
    await expect(page.getByRole('heading', { name: sentence })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: row })).toBeVisible();
  });
}
