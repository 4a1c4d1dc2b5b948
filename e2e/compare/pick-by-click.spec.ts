/** A comparison needs no ids: the first click keeps a result, the second opens the comparison. */
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { entryOf } from '../../web/src/lib/features/history/keep.ts';
import { declaration } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { openUntilShown, read, visit } from '../support/lib/visit.ts';
import { keepRun } from '../support/lib/kept-runs.ts';

test('two permalinks are compared by a click on each', async ({ api, measured, page }) => {
  const names = [declaration().device, declaration().device];
  const ids: string[] = [];
  for (const device of names) ids.push(await api.publish(measured, declaration({ device })));
  await visit(page, `/r/${ids[0]}`);
  await page.getByRole('link', { name: `Compare …: ${names[0]}` }).click();
  await expect(page.getByText('Now choose the other one:')).toBeVisible();
  await visit(page, `/r/${ids[1]}`);
  await page.getByRole('link', { name: `Compare with ${names[0]}: ${names[1]}` }).click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?runs=${ids.join(',')}`));
  const table = page.getByRole('table', { name: 'Figures and ratios' });
  for (const name of names) await expect(table.getByRole('columnheader', { name })).toBeVisible();
});

test('a history row keeps its run, and takes it back; it is compared with a published one, both chosen from lists', async ({
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

test('on a phone two unconfirmed results of the leaderboard are compared by a tap on each', async ({ api, page }) => {
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
  await expect(table).toBeVisible();
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
