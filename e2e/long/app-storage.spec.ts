import { CONTENDER_IDS, IDB_PROBE_ROUNDS, type ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import { CONTENDERS } from '@opfsmark/schema/families/app-storage/contender-ids';
import { cellFigure } from '@opfsmark/schema/families/app-storage/figures';
import { WORKLOAD_IDS } from '@opfsmark/schema/families/app-storage/plan';
import { standardPlan } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { launchOptions } from '../support/site.ts';
import { expectPermalink, runFamily } from '../support/scenarios/family-run.ts';

/** Small, and everything that the standard plan has. */
const TINY = { rows: '100', puts: '4', reads: '20', blob: '64KiB', loops: '1' };

/** Classes that the default set is spread over, as counted: see `syncs.json`. */
const ORDERED_CONTENDERS: readonly ContenderId[] = [
  'opfs-sync',
  'idb-strict',
  'dexie-strict',
  'sahpool',
  'sahpool-wal',
  'write-ahead',
];

/** Contenders of the default set: a second context cannot open them while a first one has them open. */
const ONE_AT_A_TIME: readonly ContenderId[] = ['opfs-sync', 'sahpool', 'sahpool-wal'];

/** What SQLite says of a pool whose worker was ended in the middle, and of a file that another context has open. */
const SQLITE_SAYS = [
  'opfs: xLock\\(\\) async error: GetSyncHandleError: ',
  // Two put in turns, and one is told that it cannot.
  'OPFS xGetLastError\\(\\) has nothing sensible to return',
  'sqlite3_step\\(\\) rc= \\d+ SQLITE_(BUSY|IOERR)',
  'Disassociating file with bad digest\\.$',
  'opfs-sahpool( removeVfs\\(\\) failed with no recovery strategy)?: NoModificationAllowedError: ',
  "InvalidStateError: Failed to execute '(truncate|flush)' on 'FileSystemSyncAccessHandle': The file was already closed$",
];
// A whole Chromium has its storage in a process of its own.
test.use({ launchOptions });
test.use({ expectedErrors: [new RegExp(`^(${SQLITE_SAYS.join('|')})`)] });

test('storage for apps: the default set ends with the same rows, and is compared within its class', async ({
  familyPage,
}) => {
  const { plan, result } = await runFamily(familyPage, 'app-storage', TINY);
  expect(result.rows.map(({ contender }) => contender)).toEqual(plan.contenders);
  expect(result.rows.map(({ status, failure, missing }) => failure ?? missing ?? status)).toEqual(
    plan.contenders.map(() => 'done'),
  );
  expect(new Set(result.rows.map(({ checksum }) => checksum)).size).toBe(1);
  for (const row of result.rows) {
    for (const workload of WORKLOAD_IDS) expect(cellFigure(row, workload)?.perOpNs.value).toBeGreaterThan(0);
    expect(row.survival, row.contender).toMatchObject({ opened: true, lost: 0, torn: 0, damaged: 0 });
    expect(row.reload, row.contender).toMatchObject({ opened: true, lost: 0, torn: 0, damaged: 0 });
    const second = ONE_AT_A_TIME.includes(row.contender) ? 'refused' : 'shared';
    expect(row.two_tabs, row.contender).toMatchObject({ second, lost: 0, damaged: 0 });
  }
  expect(result.idb_probe?.get_all_ns).toHaveLength(IDB_PROBE_ROUNDS);
  const orderedRows = await familyPage.cellsIn('Figures', 'Class C: synced in order');
  expect(orderedRows).toHaveLength(ORDERED_CONTENDERS.length);
  expect(await familyPage.cellsOf('Class B: synced, order unproven')).toHaveLength(1);
  for (const [name = '', ...cells] of orderedRows) {
    expect(
      cells.every((cell) => /\d/.test(cell)),
      name,
    ).toBe(true);
    const isFloor = name.includes('not atomic');
    expect(
      cells.some((cell) => cell.includes('no. ')),
      name,
    ).toBe(!isFloor);
    expect(isFloor).toBe(name.startsWith('OPFS sync handle') && !CONTENDERS['opfs-sync'].atomic);
  }
  const facts = await familyPage.cellsOf('Facts by storage');
  expect(facts.map(([name = '', , , killCell, syncs]) => [name.length > 0, killCell, Number(syncs) > 0])).toEqual(
    plan.contenders.map(() => [true, '0 of 20 lost', true]),
  );
  await expect(familyPage.view.getByText(/^Notes: (?!none)/)).toBeVisible();
  await familyPage.cellsIn('Contenders', 'What was compared');
  await expectPermalink(familyPage);
});

test('storage for apps: every other contender runs too, and one that cannot says why', async ({ familyPage }) => {
  const usualIds = new Set(standardPlan('app-storage').contenders);
  const others = CONTENDER_IDS.filter((id) => !usualIds.has(id));
  const { result } = await runFamily(familyPage, 'app-storage', { ...TINY, loops: '1', contenders: others.join(',') });
  expect(result.rows.map(({ contender, status, failure }) => [contender, failure ?? status])).toEqual(
    others.map((id) => [id, id === 'local-storage' ? 'missing' : 'done']),
  );
  expect((await familyPage.cellsOf('Facts by storage')).at(-1)).toContain('on the page only');
  const last = (await familyPage.cellsIn('Contenders', 'What was compared')).at(-1);
  expect(last?.[1]).toBe('Cannot run here');
});

test('storage for apps: a contender that hangs fails its own row, and the others go on', async ({ familyPage }) => {
  const { page } = familyPage;
  // A connection that does not give way lets nobody delete the database, and then nobody open it.
  const other = await page.context().newPage();
  await other.goto('/privacy');
  await other.evaluate(async () => {
    const opening = indexedDB.open('opfsmark.measured.dexie-strict', 999);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    Object.assign(window, { held: opening.result });
  });
  await familyPage.openFamily('app-storage', { ...TINY, loops: '1', contenders: 'dexie-strict,idb-strict' });
  await page.bringToFront();
  await familyPage.begin();
  await familyPage.reaches('done');
  const rows = (await familyPage.recordOf('app-storage'))?.result.rows ?? [];
  expect(rows.map(({ status }) => status)).toEqual(['failed', 'done']);
  const [failedRow] = await familyPage.cellsIn('Contenders', 'What was compared');
  expect(failedRow?.[1]).toBe('Failed: no answer for 60 s');
  await other.close();
  await expect.poll(() => familyPage.otherStorage()).toEqual([]);
});

test('storage for apps: a page fills a bucket of its own to the end of its quota, and leaves nothing', async ({
  page,
}) => {
  await page.goto('/storage');
  await page.getByRole('button', { name: 'Fill a bucket' }).click();
  const table = page.getByRole('table', { name: 'When the quota ends, in this browser' });
  await expect(table.getByRole('row')).toHaveCount(5);
  // All or nothing of a file; every value that was answered.
  await expect(table.getByRole('row', { name: 'createWritable' })).toContainText(/QuotaExceededError.*0 B/);
  await expect(table.getByRole('row', { name: 'IndexedDB' })).toContainText(/QuotaExceeded/);
  await expect(page.getByText('navigator.storage.persisted() is false')).toBeVisible();
  const names = await page.evaluate(() =>
    (navigator as unknown as { storageBuckets: { keys(): Promise<string[]> } }).storageBuckets.keys(),
  );
  expect(names).toEqual([]);
});
