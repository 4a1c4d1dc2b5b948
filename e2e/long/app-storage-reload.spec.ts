/** What else happens to a page that reloads itself in the middle of a run: another tab, Stop, and a tab that is closed. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Paused } from '../../web/src/lib/features/run/session/state.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectKeptRuns } from '../support/lib/kept-runs.ts';
import { filesInOpfs } from '../support/lib/opfs.ts';
import { reload } from '../support/lib/visit.ts';
import { FamilyPage } from '../support/page-objects/family-page.ts';

const SMALL_PLAN = { rows: '100', puts: '2', reads: '10', blob: '16KiB', loops: '1' };

/** Begins a run, and resolves when the page has gone to reload itself and was kept from coming back. */
async function beginAndHold(familyPage: FamilyPage, contenders: string): Promise<void> {
  const { page } = familyPage;
  await page.addInitScript(() => {
    if (sessionStorage.getItem('opfsmark.paused') === null || sessionStorage.getItem('held') !== null) return;
    sessionStorage.setItem('held', '');
    window.stop();
  });
  await familyPage.openFamily('app-storage', { ...SMALL_PLAN, contenders });
  await familyPage.begin();
  await page.waitForFunction(() => sessionStorage.getItem('held') !== null);
}

const openAnother = async (context: BrowserContext) => new FamilyPage(await context.newPage());

/**
 * Keeps a store of sync access handles from being opened, from another tab, as soon as the page that reloads itself has let
 * go of it: its workers end some time after it. Resolves with how to end that.
 */
async function holdFile(page: Page, contender: string): Promise<() => Promise<void>> {
  const handle = await page.evaluateHandle(() => ({ writable: null as FileSystemWritableFileStream | null }));
  const hold = () =>
    handle.evaluate(async (state, name) => {
      let folder = await navigator.storage.getDirectory();
      for (const part of ['opfsmark', 'app-storage', name]) folder = await folder.getDirectoryHandle(part);
      const file = await folder.getFileHandle('rows');
      try {
        state.writable = await file.createWritable();
        return 'held';
      } catch (error) {
        return String(error);
      }
    }, contender);
  await expect.poll(hold).toBe('held');
  return () => handle.evaluate(({ writable }) => writable?.abort());
}

test('another tab neither goes on with a run whose page reloads itself nor deletes its files; Stop works afterwards, and what cannot go on is kept', async ({
  familyPage,
  context,
}) => {
  const contenders = ['opfs-sync', 'opfs-sync-unflushed'];
  await beginAndHold(familyPage, contenders.join(','));
  const { page } = familyPage;
  const pausedText = await page.evaluate(() => sessionStorage.getItem('opfsmark.paused') ?? '');
  const other = await openAnother(context);
  await other.openFamily('app-storage', SMALL_PLAN);
  await other.begin();
  await expect(other.page.getByText('Already measuring in another tab').first()).toBeVisible();
  const release = await Promise.all(contenders.map((contender) => holdFile(other.page, contender)));

  await page.bringToFront();
  await reload(page);
  await expect(page.getByText('continuing after the reload')).toBeVisible();
  await familyPage.stop.click();
  await familyPage.reaches('done');
  const record = await familyPage.recordOf('app-storage');
  expect(record?.status).toBe('stopped');
  expect(record?.result.rows.map(({ cells }) => cells.length)).toEqual([9, 9]);
  for (const end of release) await end();
  await expect.poll(() => familyPage.leftovers()).toEqual([]);
  await reload(page);
  await expect(familyPage.run).toBeEnabled();

  // Another run whose page comes back when its lease has ended.
  const pausedState = JSON.parse(pausedText) as Paused;
  const lateRecord = { ...pausedState.run.record, started_at: '2026-01-01T00:00:00.000Z' };
  const text = JSON.stringify({ ...pausedState, run: { ...pausedState.run, record: lateRecord } });
  await page.evaluate((text) => sessionStorage.setItem('opfsmark.paused', text), text);
  await familyPage.openFamily('app-storage', { ...SMALL_PLAN, autorun: '1' });
  await expect(page.getByText('What was finished is kept.')).toBeVisible();
  expect(await familyPage.recordOf('app-storage')).toEqual(lateRecord);
  await expectKeptRuns(page, 2);
});

test('a tab that is closed while it reloads itself leaves nothing behind at the next visit', async ({
  familyPage,
  context,
}) => {
  await beginAndHold(familyPage, 'idb-strict,opfs-sync');
  const nextPage = await openAnother(context);
  await familyPage.page.close();
  // The site waits a minute for a page that reloads itself; here less.
  await nextPage.page.addInitScript(() => {
    const [lease] = (localStorage.getItem('opfsmark.reload') ?? '').split(' ');
    localStorage.setItem('opfsmark.reload', `${lease} ${Date.now() + 2000}`);
  });
  await nextPage.openFamily('app-storage', SMALL_PLAN);
  await expect.poll(() => filesInOpfs(nextPage.page)).toEqual([]);
  await expect.poll(() => nextPage.otherStorage()).toEqual([]);
  await expect(nextPage.run).toBeEnabled();
});
