/** A comparison needs no ids: the first click keeps a result, the second opens the comparison. */
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { entryOf } from '../../web/src/lib/features/history/keep.ts';
import { expectNoSidewaysScroll } from '../support/lib/axe.ts';
import { declaration, realRecord, realRecordOf } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { openUntilShown, read, visit, follow } from '../support/lib/visit.ts';
import { keepRun, showFinished } from '../support/lib/kept-runs.ts';
import { BRIEF, type RunPage } from '../support/page-objects/run-page.ts';

test('two permalinks are compared by a click on each', async ({ api, measured, page }) => {
  const names = [declaration().device, declaration().device];
  const ids: string[] = [];
  for (const device of names) ids.push(await api.publish(measured, declaration({ device })));
  await visit(page, `/r/${ids[0]}`);
  await page.getByRole('link', { name: `Compare …: ${names[0]}` }).click();
  await expect(page.getByText('Now choose the other one:')).toBeVisible();
  await follow(page, `/r/${ids[1]}`);
  await page.getByRole('link', { name: `Compare with ${names[0]}: ${names[1]}` }).click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?runs=${ids.join(',')}`));
  const table = page.getByRole('table', { name: 'Figures and ratios' });
  for (const name of names) await expect(table.getByRole('columnheader', { name })).toBeVisible();
});

test('a history row keeps its run, and takes it back; it is compared with a published one, both chosen from lists @long', async ({
  api,
  measured,
  page,
}) => {
  const { device } = declaration();
  await api.publish(measured, declaration({ device }));
  await visit(page, '/privacy');
  await keepRun(page, entryOf(measured, null), measured);
  await visit(page, '/history');
  const row = page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1);
  await row.getByRole('link', { name: /^Compare …/ }).click();
  await row.getByRole('link', { name: 'Picked. Choose another' }).click();
  await expect(row.getByRole('link', { name: /^Compare …/ })).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: 'Choose what to compare' }).waitFor();
  await expect(page.getByText(/^Drive · Quick · \S/)).toBeVisible();
  await page.getByRole('link', { name: /^Kept here/ }).click();
  await expect(page.getByRole('heading', { name: 'Add another' })).toBeVisible();
  await page.getByRole('link', { name: device }).click();
  const table = page.getByRole('table', { name: 'Figures and ratios' });
  await expect(table.getByRole('columnheader', { name: device })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: /^Kept here/ })).toBeVisible();
});

test('on a phone two unconfirmed results of the leaderboard are compared by a tap on each @long', async ({
  api,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const names = [declaration().device, declaration().device];
  for (const device of names) await api.publishRanked(makeUpload({ declared: declaration({ device }) }));
  const board = page.getByRole('table', { name: 'Leaderboard', exact: true });
  const rowOf = (device: string | undefined) => board.getByRole('row').filter({ hasText: device ?? '' });
  await openUntilShown(() => visit(page, '/leaderboard'), rowOf(names[1]));
  await rowOf(names[0])
    .getByRole('link', { name: `Compare …: ${names[0]}` })
    .click();
  await rowOf(names[1])
    .getByRole('link', { name: `Compare with ${names[0]}: ${names[1]}` })
    .click();
  const table = page.getByRole('table', { name: 'Figures and ratios' });
  for (const name of names) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: /^Figures and ratios/ }).check();
  await expect(table).toBeVisible();
});

/** Of this one another test stands for large writes, so that each of the results says which one it is of. */
const OTHER_ROW = { speed: 0.38, seed: 555 };

test('six results fit on a phone, their figures all in sight', async ({ api, page }) => {
  const ids: string[] = [];
  for (const made of [{ speed: 1 }, { speed: 0.76 }, OTHER_ROW, { speed: 0.66 }, { speed: 0.53 }, { speed: 0.19 }])
    ids.push(await api.publish(makeUpload(made).record, declaration()));
  await visit(page, `/compare?runs=${ids.join(',')}`);
  await expectNoSidewaysScroll(page, 'six results', [320, 375]);
  const figures = page.getByRole('region', { name: 'Main figures' });
  await expect(figures.getByText('SEQ1M Q1')).toBeVisible();
  const last = figures.getByRole('columnheader').last();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('without script the link opens the page of comparisons, which offers the rest', async ({
  api,
  measured,
  request,
}) => {
  const id = await api.publish(measured, declaration());
  const { html } = await read(request, `/r/${id}`);
  expect(html).toMatch(new RegExp(`<a href="/compare\\?runs=${id}"[^>]*>Compare …`));
  expect((await read(request, `/compare?runs=${id}`)).text).toContain('Add another');
});

/** "Run the same test": the plan of a published result, run here, and both side by side. Two runs on one drive may be alike; one of them may have been read from memory. */
const VERDICT = /\d× (?:faster|slower)|no clear difference|Not comparable/;

/** Follows "Run the same test" on a permalink and runs the plan on the scripted drive, which takes no time. */
async function runTheSame(runPage: RunPage, id: string): Promise<void> {
  const { page } = runPage;
  await visit(page, `/r/${id}`);
  const again = page.getByRole('link', { name: 'Run the same test' });
  const address = await again.getAttribute('href');
  await again.click();
  await expect(page).toHaveURL(new RegExp(`beside=${id}`));
  await expect(runPage.alert).toHaveCount(0);
  await visit(page, `${address}&engine=scripted`);
  await runPage.begin();
  await runPage.reaches('done');
}

test('a run of the same plan stands beside the published one @long', async ({ api, page, runPage }) => {
  const { device } = declaration();
  // Without clearing files from memory, which the scripted drive has not.
  const record = realRecordOf('profile-adm25', 'matrix');
  await runTheSame(runPage, await api.publish(record, declaration({ device })));
  expect((await runPage.record())?.plan).toEqual(record.plan);

  const comparison = page.getByRole('region', { name: `Beside ${device}` });
  const table = comparison.getByRole('table', { name: 'Figures and ratios' });
  await expect(table.getByRole('columnheader', { name: 'This run' })).toBeVisible();
  await expect(table.getByRole('row', { name: /SEQ1M Q1 read/ }).first()).toContainText(VERDICT);
  // Both differ in nothing but the drive, which is a scripted one here.
  await expect(comparison.getByText('Not the same test')).toContainText('Not the same test: Access differ.');
});

test('two runs of another family stand beside each other too, and can be compared', async ({ api, page }) => {
  const record = realRecord('family-durability');
  const ids = [await api.publish(record, declaration()), await api.publish(record, declaration())];
  await showFinished(page, record, { beside: ids[0] ?? '' });
  const comparison = page.getByRole('region', { name: /^Beside / });
  await expect(comparison.getByRole('row', { name: /^flushed each time/ })).toContainText(VERDICT);

  await follow(page, `/compare?runs=${ids.join(',')}`);
  const table = page.getByRole('table', { name: 'Figures and ratios' });
  await expect(table.getByRole('row', { name: /^never flushed/ })).toContainText('no clear difference');
});

test('runs of two kinds are not mixed: the others are named, with a way to see them @long', async ({
  api,
  measured,
  page,
}) => {
  const grid = await api.publish(measured, declaration());
  const other = await api.publish(realRecord('family-durability'), declaration());
  await visit(page, `/compare?runs=${grid},${other}`);
  const table = page.getByRole('table', { name: 'Figures and ratios' });
  await expect(table).toContainText('RND4K Q1 read');
  await expect(page.getByText(`because the test was a different one: ${other}`)).toBeVisible();
  await page.getByRole('link', { name: 'Compare these instead' }).click();
  await expect(table).toContainText('never flushed');
});

test.describe('without the other', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('a result that is gone leaves the run as it is @long', async ({ page, runPage }) => {
    await runPage.open({ ...BRIEF, beside: '7777777777777777', autorun: '1' });
    await runPage.reaches('done');
    await expect(page.getByText('The published result cannot be read at the moment.')).toBeVisible();
    await expect(runPage.publish).toBeEnabled();
  });
});
