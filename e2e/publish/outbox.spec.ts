import { expect, test } from '../support/fixtures.ts';
import { showFinished } from '../support/lib/finished-run.ts';
import { expectKeptRuns } from '../support/lib/kept-runs.ts';
import { reload, visit } from '../support/lib/visit.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/] });

test('an upload that fails is kept when the tab is closed, and whichever tab is open sends it once', async ({
  context,
  measured,
  page,
}) => {
  let reachable = false;
  const stored: string[] = [];
  await context.route('**/api/v1/runs/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    if (!reachable) return route.abort('failed');
    const response = await route.fetch();
    stored.push(`${response.status()} ${route.request().url()}`);
    return route.fulfill({ response });
  });

  await showFinished(page, measured);
  await expectKeptRuns(page, 1);
  await page.getByRole('button', { name: 'Publish', exact: false }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Device').fill('Outbox bench');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByText('sent automatically, once')).toBeVisible();
  await page.close({ runBeforeUnload: false });

  const [one, two] = [await context.newPage(), await context.newPage()];
  await visit(one, '/history');
  await visit(two, '/history');
  await expect(one.getByText('Outbox bench, waiting since')).toBeVisible();
  reachable = true;
  await Promise.all([one, two].map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))));
  await expect(one.getByText('Outbox bench, waiting since')).toBeHidden();
  await expect(two.getByText('Outbox bench, waiting since')).toBeHidden();
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatch(/^201 /);
  await reload(one);
  await expect(one.getByRole('link', { name: 'Permalink', exact: true })).toBeVisible();
});
