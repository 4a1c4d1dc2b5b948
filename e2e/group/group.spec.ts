/** A class opens one link, runs, publishes and stands in one table; on a wall nobody touches it, and it stays true. */
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { randomId } from '@opfsmark/schema/documents';
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectNoViolations } from '../support/lib/axe.ts';
import { declaration } from '../support/lib/records.ts';
import type { Api } from '../support/lib/api.ts';

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

  const response = await request.get(group);
  expect(await response.text()).toContain('Desk by the window');
  expect(response.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  await page.getByRole('button', { name: 'Remove the result of Desk by the window' }).click();
  await expect(page.getByRole('heading', { name: 'No results yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click();
  await expect(page).toHaveURL('/g');
  expect((await request.get(group)).status()).toBe(404);
});

test.describe('on a wall', () => {
  const publish = (api: Api, device: string) =>
    api.publishRanked(makeUpload({ rig_id: randomId(), declared: declaration({ device }) }));

  /** As when the window is turned to again: it asks at once, and else every ten seconds. */
  const turnTo = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('a result that joins elsewhere appears by itself, and where nothing answers the wall says since when @long', async ({
    api,
    page,
  }) => {
    const group = await api.makeGroup('Class 3b', await publish(api, 'Desk by the window'));
    await visit(page, `/g/${group}`);
    await page.getByRole('link', { name: 'Show on a wall' }).click();
    await expect(page).toHaveURL(/\?wall/);
    const table = page.getByRole('table', { name: 'Results of the group' });
    await expect(table.getByRole('row', { name: /Desk by the window [\d,]+ (good|fair|poor)/ })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const status = page.getByRole('main').getByRole('status');
    const link = page.getByRole('link', { name: 'Class 3b' });
    await link.focus();

    await api.join(group, await publish(api, 'Laptop of Ann'));
    await turnTo(page);
    await expect(table).toContainText('Laptop of Ann');
    await expect(status).toHaveText('New: Laptop of Ann');
    await expect(link).toBeFocused();

    const address = `**/api/v1/groups/${group}`;
    await page.route(address, (route) => route.abort());
    await turnTo(page);
    await expect(status).toHaveText(/^Not updated since .+\. Tries again by itself\.$/);
    await expect(table).toContainText('Laptop of Ann');
    await page.unroute(address);
    const answer = page.waitForResponse(address);
    await turnTo(page);
    expect((await answer).status()).toBe(304);
    await expect(status).not.toContainText('Not updated');

    await expectNoViolations(page, 'the wall', 'dark');
    await expectNoSidewaysScroll(page, 'the wall');
  });
});
