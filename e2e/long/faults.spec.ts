/** Runs that end early: a worker falls silent or finds no space, a browser is killed. Finished parts are kept. */
import { expect, test } from '../support/fixtures.ts';
import { collectWorkers, workersOf } from '../support/lib/workers.ts';
import {
  beginAppStorage,
  expectFailed,
  expectOneFailed,
  runUntilFirstNumber,
  STORED,
} from '../support/scenarios/ended-early.ts';
import { expectFilesDeleted, filesInOpfs } from '../support/lib/opfs.ts';
import { withRestarts } from '../support/lib/profile.ts';
import { RESTING, RunPage } from '../support/page-objects/run-page.ts';

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
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 12 * MIB });
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
  await page.route(/worker/i, async (route) => {
    const response = await route.fetch();
    if (!(response.headers()['content-type'] ?? '').includes('javascript')) return route.fulfill({ response });
    const keep = `{
      const { createSyncAccessHandle } = FileSystemFileHandle.prototype;
      FileSystemFileHandle.prototype.createSyncAccessHandle = async function (...options) {
        return (globalThis.lastHandle = await createSyncAccessHandle.apply(this, options));
      };
    }\n`;
    return route.fulfill({ response, body: `${keep}${await response.text()}` });
  });
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
