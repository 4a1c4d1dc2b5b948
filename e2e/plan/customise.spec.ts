/** Every parameter of a plan can be set in a dialog, within its bounds, and ends up in the address. */
import { expect, test } from '../support/fixtures.ts';

test('a parameter out of bounds is named, and the plan cannot be used', async ({ runPage }) => {
  await runPage.open({ profile: 'default' });
  const dialog = await runPage.customise();
  await dialog.getByLabel('Loops', { exact: true }).fill('12');
  await expect(dialog.getByText('Must be between 1 and 9.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Use this plan' })).toBeDisabled();
});

test('parameters that are set are in the address, and the grid shows them', async ({ runPage }) => {
  await runPage.open({ profile: 'nvme' });
  await expect(runPage.row('RND4K Q32T16')).toContainText('runs at 64 workers');
  const dialog = await runPage.customise();
  await expect(dialog.getByText('RND4K Q32T16 asks for 512 workers and runs at 64.')).toBeVisible();
  await dialog.getByLabel('mix', { exact: true }).check();
  await dialog.getByLabel('Share of reads in the mix').fill('30');
  await dialog.getByLabel('Loops', { exact: true }).fill('2');
  await dialog.getByLabel('Until stable').check();
  await dialog.getByRole('button', { name: 'Use this plan' }).click();
  await expect(dialog).toBeHidden();
  await expect(runPage.results.getByRole('columnheader', { name: 'Mix, 30 % reads' })).toBeVisible();
  const address = new URL(runPage.page.url()).searchParams;
  expect(Object.fromEntries(address)).toEqual({
    profile: 'nvme',
    dir: 'read,write,mix',
    mix: '30',
    loops: '2',
    stable: '1',
  });
});
