/** Every parameter of a plan can be set in a dialog, within its bounds, and ends up in the address. */
import { expect, test } from '../support/fixtures.ts';

test('the buttons of the dialog are seen without scrolling; a parameter out of bounds is named; those that are set are in the address and in the grid', async ({
  runPage,
}) => {
  await runPage.open({ profile: 'nvme' });
  await expect(runPage.row('RND4K Q32T16')).toContainText('runs at 64 workers');
  const dialog = await runPage.customise();
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
  ] as const) {
    await runPage.page.setViewportSize({ width, height });
    for (const name of ['Use this plan', 'Cancel']) {
      await expect(dialog.getByRole('button', { name, exact: true }), `${width} px`).toBeInViewport({ ratio: 1 });
    }
  }
  await dialog.getByLabel('Loops', { exact: true }).fill('12');
  await expect(dialog.getByText('Must be between 1 and 9.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Use this plan' })).toBeDisabled();

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

test('sustained write: a large budget must be agreed to before it runs', async ({ familyPage }) => {
  await familyPage.openFamily('sustained');
  await expect(familyPage.page.getByText('Writes until the speed drops and stays low, 17.2 GB at most.')).toBeVisible();
  await expect(familyPage.run).toBeDisabled();
  await familyPage.page.getByLabel('Write up to 17.2 GB to my drive').check();
  await expect(familyPage.run).toBeEnabled();
});
