/** A class opens one link, runs, publishes and stands in one table; on a wall nobody touches it, and it stays true. */
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { randomId } from '@opfsmark/schema/documents';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
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
  // Who will see what is said, and chosen, before anything is sent.
  await expect(page.getByRole('radio', { name: 'Only the group “Class 3b”' })).toBeChecked();
  await page.getByText('Exactly what is sent').click();
  await expect(page.getByRole('dialog').locator('pre')).toContainText('"unlisted": true');
  await expectNoViolations(page, 'the dialog', 'light', { contrast: false });
  await page.getByLabel('Nickname in the group (optional)').fill('Anna');
  await page.getByLabel('Device', { exact: true }).fill('Desk at the door');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Added to the group:')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'Class 3b' }).click();
  const table = page.getByRole('table', { name: 'Results of the group' });
  await expect(table).toContainText('Anna Desk at the door');
  const list = await request.get('/api/v1/runs?device=desk-at-the-door');
  expect(await list.json()).toMatchObject({ runs: [] });

  const response = await request.get(group);
  expect(await response.text()).toContain('Desk at the door');
  expect(response.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  // In haste: the second click must leave the first one's result to be put back.
  await page.getByRole('button', { name: 'Remove the result of Anna' }).dblclick();
  await expect(page.getByRole('heading', { name: 'No results yet' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'on no leaderboard' })).toHaveText(
    '1 result was removed from the group. It is on no leaderboard, in no search and in no data set.',
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(table).toContainText('Anna');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: '.csv' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toMatch(
    /^run_id,measured_at,nickname,device,[^\n]+\r\n[^,]+,[^,]+,Anna,Desk at the door,/,
  );
  await page.getByRole('button', { name: 'Remove the result of Anna' }).click();
  await expect(page.getByRole('heading', { name: 'No results yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click();
  await expect(page).toHaveURL('/g');
  expect((await request.get(group)).status()).toBe(404);
});

test.describe('by a code', () => {
  test.use({ expectedErrors: [/status of (404|422)/] });

  test('a code is typed instead of the link; a closed group takes nothing before anything is measured, and whoever waits for it sees that', async ({
    api,
    page,
    runPage,
  }) => {
    const published = await api.publishRanked(makeUpload({ declared: declaration({ device: 'Desk by the window' }) }));
    const group = await api.makeGroup('Class 3b', published);
    await visit(page, `/g/${group}`);
    const code = (await page.getByText(/^Code: /).textContent())?.replace('Code:', '').trim() ?? '';
    expect(code).toMatch(/^\w{3} \w{3}$/);
    await visit(page, '/g');
    await page.getByLabel('Code of the group').fill('0000');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByRole('alert')).toContainText('six letters and digits');
    await page.getByLabel('Code of the group').fill('zzz zzz');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByRole('alert')).toContainText('No open group has this code');
    await page.getByLabel('Code of the group').fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page).toHaveURL(`/g/${group}`);
    await visit(page, `/g/${code.replace(' ', '')}`);
    await expect(page).toHaveURL(`/g/${group}`);

    await runPage.open({ ...BRIEF, group });
    await api.lock(group, published);
    let answer = (): void => undefined;
    const whenAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**/api/v1/groups/${group}`, async (route) => {
      await whenAnswered;
      await route.fallback();
    });
    await runPage.run.click();
    await expect(page.getByRole('button', { name: 'Starting' })).toBeVisible();
    answer();
    await expect(page.getByRole('alert')).toContainText('is closed and takes no new results');
    await expect(runPage.run).toBeDisabled();
    await page.getByRole('button', { name: 'Run without the group' }).click();
    await expect(page).not.toHaveURL(/group=/);
    await expect(runPage.run).toBeEnabled();
  });
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
