import { readFileSync } from 'node:fs';
import { expect, test } from '../support/fixtures.ts';
import { expectKeptRuns, keepRun, putRow, showFinished } from '../support/lib/kept-runs.ts';
import { follow, reload, visit } from '../support/lib/visit.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';
import { declaration, disturbed, stallingRun } from '../support/lib/records.ts';
import { entryOf } from '../../web/src/lib/features/history/keep.ts';

const BROKEN_TIME = '2020-01-01T00:00:00.000Z';
/** Half an hour off every hour of UTC. */
const TIME_ZONE = 'Asia/Kolkata';

test('a finished run is kept, survives a reload and a damaged neighbour, and is deleted, restored, and loaded from a file, at the time of its reader', async ({
  context,
  page,
  runPage,
}, testInfo) => {
  // A window of its own would load the site once more.
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: TIME_ZONE });
  await page.addInitScript(() => {
    navigator.storage.persist = () => {
      document.documentElement.dataset['asked'] = `${Number(document.documentElement.dataset['asked'] ?? 0) + 1}`;
      return Promise.resolve(false);
    };
  });
  const requestCount = () => page.evaluate(() => document.documentElement.dataset['asked'] ?? null);
  await runPage.open({ ...BRIEF, engine: 'scripted' });
  await expect(runPage.run).toBeEnabled();
  expect(await requestCount()).toBeNull();
  await runPage.run.click();
  await runPage.reaches('done');
  await expectKeptRuns(page, 1);
  await expect.poll(requestCount).toBe('1');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(/\/history$/);
  await reload(page);
  const table = page.getByRole('table', { name: 'Runs' });
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText('demonstration')).toBeVisible();
  const time = rows.getByRole('rowheader').locator('time');
  const startedAt = (await time.getAttribute('datetime')) ?? '';
  const local = new Date(Date.parse(startedAt) + 5.5 * 3_600_000).toISOString().slice(11, 16);
  await expect(time).toHaveText(new RegExp(`, ${local}$`));

  await putRow(page, 'history', { started_at: BROKEN_TIME, figures: null });
  await reload(page);
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: `Delete “Run of ${BROKEN_TIME}”` }).click();
  await page.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByRole('heading', { name: 'Cannot be read' })).toHaveCount(0);

  await expect(page.getByText('may delete the data of this site when the drive is nearly full')).toBeVisible();
  await page.getByRole('button', { name: 'Ask the browser to keep it' }).click();
  await expect(page.getByText('The browser did not agree.')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  const file = testInfo.outputPath('history.json');
  await download.saveAs(file);
  expect(readFileSync(file, 'utf8')).toContain(startedAt);

  // Each of these buttons goes away when it is pressed.
  const home = page.getByRole('main').getByRole('link', { name: 'Go to the benchmark' });
  await rows.getByRole('button', { name: /^Delete the run/ }).press('Enter');
  await expect(page.getByText('No run has been kept yet.')).toBeVisible();
  await expect(home).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

  await page.getByRole('button', { name: 'Delete all 1' }).press('Enter');
  await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Yes, delete' }).press('Enter');
  await expect(home).toBeFocused();
  await expect(page.getByText('No run has been kept yet.')).toBeVisible();

  const load = page.getByLabel('Load a file …');
  await load.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"format":') });
  await expect(page.getByText('the file is incomplete or damaged')).toBeVisible();
  await load.setInputFiles(file);
  await expect(page.getByText('1 run added.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await load.setInputFiles(file);
  await expect(page.getByText('1 entry was here already and stays as it is.')).toBeVisible();
  await visit(page, `/history/${encodeURIComponent(startedAt)}`);
  await expect(page.getByRole('heading', { level: 1 }).locator('time')).toHaveText(new RegExp(`, ${local}$`));
});

test('a run that may differ by a factor of 2 is shown together with the one before it, when it ends and in History @long', async ({
  page,
}) => {
  await visit(page, '/history');
  const [before, run] = [stallingRun(1), disturbed(stallingRun(2))];
  for (const record of [before, run]) await keepRun(page, entryOf(record, null), record);
  const together = page.getByText('Of two runs together');
  await follow(page, `/history/${encodeURIComponent(run.started_at)}`);
  await expect(together).toBeVisible();
  await follow(page, `/history/${encodeURIComponent(before.started_at)}`);
  await expect(page.getByRole('article').first()).toContainText('60');
  await expect(together).toHaveCount(0);
  await showFinished(page, run);
  await expect(together).toBeVisible();
});

/** It has an address of its own in this browser. */
test('a run that was left is opened, published and compared from History @long', async ({ page, runPage }) => {
  await runPage.open({ ...BRIEF, autorun: '1' });
  await runPage.reaches('done');
  const writeSpeed = await runPage.number('SEQ1M Q1', 'write');
  await expectKeptRuns(page, 1);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();

  const runLink = page.getByRole('table', { name: 'Runs' }).getByRole('rowheader').getByRole('link');
  await expect(runLink).toBeVisible();
  await runLink.click();
  await expect(page).not.toHaveURL(/\/history$/);
  await expect(runPage.cells('SEQ1M Q1').last()).toContainText(writeSpeed);
  await reload(page);
  await expect(runPage.cells('SEQ1M Q1').last()).toContainText(writeSpeed);

  const content = page.getByRole('main');
  await expect(content.getByRole('link', { name: /compare/i }).first()).toBeVisible();
  await runPage.publishAs(declaration());
  await expect(runPage.permalink).toHaveAttribute('href', /^\/r\/[0-9A-Z]{16}/);
});
