/** A class opens one link, runs, publishes and stands in one table. */
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';

test('a group is made, a run joins it as it is published, and it is read without script and named to nobody', async ({
  page,
  request,
  runPage,
}) => {
  await visit(page, '/g');
  await page.getByRole('button', { name: 'Make a group' }).click();
  await page.getByLabel('Name of the group').fill('Class 3b');
  await page.getByRole('button', { name: 'Make group' }).click();
  await expect(page.getByRole('heading', { name: 'No results yet' })).toBeVisible();
  const group = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Run here' }).click();
  await expect(page).toHaveURL(`/?group=${group.slice(3)}`);
  await expect(page.getByRole('link', { name: 'For the group “Class 3b”' })).toHaveAttribute('href', group);

  await runPage.open({ ...BRIEF, group: group.slice(3), autorun: '1' });
  await runPage.reaches('done');
  await runPage.publish.click();
  await expect(page.getByLabel('Also add it to the group “Class 3b”.')).toBeChecked();
  await page.keyboard.press('Escape');
  await runPage.publishAs({ device: 'Desk by the window' });
  await expect(page.getByText('Added to the group:')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'Class 3b' }).click();
  await expect(page.getByRole('table', { name: 'Results of the group' })).toContainText('Desk by the window');

  const plain = await request.get(group);
  expect(await plain.text()).toContain('Desk by the window');
  expect(plain.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  await page.getByRole('button', { name: 'Remove the result of Desk by the window' }).click();
  await expect(page.getByRole('heading', { name: 'No results yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click();
  await expect(page).toHaveURL('/g');
  expect((await request.get(group)).status()).toBe(404);
});
