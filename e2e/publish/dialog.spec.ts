/** The dialog that publishes a result: where the focus is, what it suggests, and what becomes of it. */
import { DeviceList } from '@opfsmark/schema/boards';
import { newRunId, randomId } from '@opfsmark/schema/documents';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import * as z from 'zod/mini';
import { declaration } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectKeptRuns, putRow, showFinished } from '../support/lib/kept-runs.ts';
import { follow, visit } from '../support/lib/visit.ts';
import { RESTING } from '../support/page-objects/run-page.ts';

const TITLE = 'Publish this result';

test('the dialog begins at its first field, also where that is known; a run that is published shows its link and cannot be published again, also after the page was left', async ({
  measured,
  page,
  runPage,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('opfsmark.declared', JSON.stringify({ declared: { device: 'Known' }, counted: true }));
  });
  await showFinished(page, measured);
  await test.step('Escape closes it and returns the focus to the button that opened it', async () => {
    await runPage.publish.focus();
    await page.keyboard.press('Enter');
    await expect(runPage.publishDialog).toHaveAccessibleName(TITLE);
    await expect(runPage.publishDialog.getByLabel('Drive', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(runPage.publishDialog).toBeHidden();
    await expect(runPage.publish).toBeFocused();
  });

  await test.step('a line of the command line that is pasted fills what it knows', async () => {
    await runPage.publish.click();
    const field = (name: string) => runPage.publishDialog.getByRole('combobox', { name, exact: true });
    await field('Drive').evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'opfsmark-drive?drive=Ultra+Fit&interface=USB&filesystem=exFAT');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    });
    await expect(field('Drive')).toHaveValue('Ultra Fit');
    await expect(field('Interface')).toHaveValue('USB');
    await expect(field('Filesystem')).toHaveValue('exFAT');
    await page.keyboard.press('Escape');
  });

  await runPage.publishAs(declaration());
  await test.step('once the result is published, it no longer asks to publish it', async () => {
    await expect(runPage.publishDialog).toBeVisible();
    await expect(runPage.publishDialog).not.toHaveAccessibleName(TITLE);
  });
  const address = (await runPage.permalink.getAttribute('href'))?.split('?')[0] ?? '';
  await runPage.publishDialog.getByRole('button', { name: 'Close' }).click();
  const publishedLink = page.getByRole('link', { name: 'Show the published page' });
  await expect(publishedLink).toBeFocused();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(publishedLink).toHaveAttribute('href', address);
    await expect(publishedLink).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await expect(runPage.publish).toHaveCount(0);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'History' }).click();
  await main.getByRole('link', { name: 'Run' }).click();
  await expect(publishedLink).toHaveAttribute('href', address);
});

test.describe('names of devices', () => {
  /** All from this one network, which confirms nothing. */
  const RUNS = 3;
  /** Each sign becomes a word in the device's address. */
  const UNUSUAL = '+'.repeat(50);

  // The test aborts the request for suggestions at the end; the service may refuse the name.
  test.use({ expectedErrors: [/net::ERR_FAILED|status of (400|422)/] });

  test('one that one network alone has published is not suggested; any other is published or refused, and does not stay in the outbox @long', async ({
    api,
    measured,
    page,
    runPage,
  }) => {
    const { device } = declaration();
    for (let seed = 0; seed < RUNS; seed++) {
      await api.publishRanked(makeUpload({ rig_id: randomId(), declared: { device } }));
    }
    const CONFIRMED_DEVICE = { slug: 'confirmed', name: 'Confirmed' };
    const answers: unknown[] = [];
    await page.route('**/api/v1/devices?*', async (route) => {
      const response = await route.fetch();
      const { devices } = z.parse(DeviceList, await response.json());
      answers.push(...devices);
      await route.fulfill({ response, json: { devices: [...devices, CONFIRMED_DEVICE] } });
    });
    await showFinished(page, measured);
    await runPage.publish.click();
    const input = runPage.publishDialog.getByRole('combobox', { name: 'Device' });
    await input.pressSequentially(device.slice(0, -2));
    await expect(page.locator(`datalist option[value="${CONFIRMED_DEVICE.name}"]`)).toHaveCount(1);
    expect(answers).toContainEqual(expect.objectContaining({ name: device, unconfirmed: true }));
    await expect(page.locator(`datalist option[value="${device}"]`)).toHaveCount(0);

    await page.unroute('**/api/v1/devices?*');
    await page.route('**/api/v1/devices?*', (route) => route.abort());
    await input.fill(UNUSUAL);
    await expect(page.locator('datalist option')).toHaveCount(0);
    await runPage.publishDialog.getByRole('button', { name: 'Publish', exact: true }).click();
    const refusal = runPage.publishDialog.getByRole('alert').filter({ hasText: 'Device' });
    await expect(runPage.permalink.or(refusal)).toBeVisible();
    await follow(page, '/history');
    await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible();
    await expect(page.getByText(UNUSUAL)).toHaveCount(0);
  });
});

test.describe('the outbox', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/] });

  test('an upload that fails is kept when the tab is closed, and whichever tab is open sends it once, which every other shows', async ({
    context,
    measured,
    page,
  }) => {
    let isReachable = false;
    let attempts = 0;
    let whenReleased: Promise<void> | null = null;
    const uploads: string[] = [];
    await context.route('**/api/v1/runs/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      attempts++;
      if (!isReachable) {
        await whenReleased;
        return route.abort('failed');
      }
      const response = await route.fetch();
      uploads.push(`${response.status()} ${route.request().url()}`);
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
    // Asked for once more, in a dialog that stays open.
    await two.getByRole('table', { name: 'Runs' }).locator('tbody th a').click();
    await two.getByRole('button', { name: 'Publish', exact: false }).first().click();
    const openDialog = two.getByRole('dialog');
    await openDialog.getByRole('button', { name: 'Publish' }).click();
    await expect(openDialog.getByText('sent automatically, once')).toBeVisible();
    // However often it fails.
    const before = attempts;
    await expect(async () => {
      await one.evaluate(() => dispatchEvent(new Event('online')));
      expect(attempts).toBeGreaterThan(before + 1);
    }).toPass();
    await expect(one.getByText('Outbox bench, waiting since')).toBeVisible();
    // The network comes back in the middle of an attempt, which fails yet.
    let release = (): void => undefined;
    whenReleased = new Promise((resolve) => (release = resolve));
    const attemptsBefore = attempts;
    await one.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => attempts).toBeGreaterThan(attemptsBefore);
    isReachable = true;
    await Promise.all([one, two].map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))));
    release();
    await expect(one.getByText('Outbox bench, waiting since')).toBeHidden();
    await expect(one.getByRole('link', { name: 'Permalink', exact: true })).toBeVisible();
    await expect(openDialog).toHaveAccessibleName('Published');
    await expect(openDialog.getByRole('link', { name: 'Permalink' })).toBeVisible();
    await openDialog.getByRole('button', { name: 'Close' }).click();
    await expect(two.getByRole('link', { name: 'Show the published page' })).toBeFocused();
    expect(uploads).toHaveLength(1);
    expect(uploads[0]).toMatch(/^201 /);
  });

  test('an upload that is discarded while it is on its way, and fails there, is not sent again @long', async ({
    measured,
    page,
  }) => {
    let attempts = 0;
    let answer: Promise<void> = Promise.resolve();
    await page.route('**/api/v1/runs/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      attempts++;
      await answer;
      return route.abort('failed');
    });
    await showFinished(page, measured);
    await page.getByRole('button', { name: 'Publish', exact: false }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Device').fill('Outbox bench');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog.getByText('sent automatically, once')).toBeVisible();
    await visit(page, '/history');
    const waiting = page.getByRole('listitem').filter({ hasText: 'Outbox bench, waiting since' });
    await expect(waiting).toBeVisible();

    let release = (): void => undefined;
    answer = new Promise((resolve) => (release = resolve));
    const before = attempts;
    const comeBack = () => page.evaluate(() => dispatchEvent(new Event('online')));
    await comeBack();
    await expect.poll(() => attempts).toBeGreaterThan(before);
    await waiting.getByRole('button', { name: 'Discard' }).click();
    await expect(waiting).toBeHidden();
    release();
    // Whoever sends has the lock.
    const whenSent = () => page.evaluate(() => navigator.locks.request('opfsmark.outbox', () => undefined));
    await whenSent();
    const afterwards = attempts;
    await comeBack();
    await whenSent();
    await page.reload();
    await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible();
    await expect(waiting).toBeHidden();
    expect(attempts).toBe(afterwards);
  });

  test('nothing is sent while the tab measures; a network that comes back meanwhile is made use of afterwards @long', async ({
    page,
    runPage,
  }) => {
    const run_id = newRunId();
    let isReachable = false;
    let attempts = 0;
    const statuses: number[] = [];
    await page.route('**/api/v1/runs/*', async (route) => {
      attempts++;
      if (!isReachable) return route.abort('failed');
      const response = await route.fetch();
      statuses.push(response.status());
      return route.fulfill({ response });
    });
    await visit(page, '/privacy');
    // It has failed so often that its next turn is in an hour.
    const rest = { queued_ms: 1, attempts: 20, next_ms: 8e15, refused: null };
    await putRow(page, 'outbox', { run_id, upload: makeUpload({ declared: { device: 'Outbox of a run' } }), ...rest });
    await page.evaluate(() => {
      localStorage.setItem('opfsmark.outbox', '1');
    });
    await runPage.open(RESTING);
    const comeBack = () => page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(async () => (await comeBack()) && attempts).toBeGreaterThan(0);
    await runPage.begin();
    await runPage.reaches('running');
    // Uploads on their way have ended.
    const whenFree = () => page.evaluate(() => navigator.locks.request('opfsmark.outbox', () => undefined));
    await whenFree();
    isReachable = true;
    await comeBack();
    await whenFree();
    expect(statuses).toEqual([]);
    await runPage.stop.click();
    await runPage.reaches('done');
    await expect.poll(() => statuses).toEqual([201]);
  });
});
