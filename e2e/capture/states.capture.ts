/** Takes pictures of the answer in each of its states: before, during and after a run, and where something is wrong. */
import { randomId } from '@opfsmark/schema/documents';
import { FAMILY_IDS } from '@opfsmark/schema/families';
import { DELETION_KEY, makeUpload, type MadeRun } from '@opfsmark/schema/test-support/upload';
import { declaration, realRecord } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { capture, captureSpoken } from '../support/lib/capture.ts';
import { waitUntilKeptIn } from '../support/lib/kept-runs.ts';
import { LANGUAGES, speak, visit } from '../support/lib/visit.ts';
import { crashWorkers } from '../support/lib/workers.ts';
import { EVERY_ROW, LONG, SHORT, TO_END_EARLY } from '../support/page-objects/run-page.ts';

const RUN_MS = 60_000;
test.use({ expectedErrors: [/status of (404|410|503)|Not found: |crashed on purpose|ERR_INTERNET_DISCONNECTED/] });
test.describe.configure({ timeout: 180_000 });

test('idle, and offline', async ({ context, page, runPage }) => {
  await runPage.open();
  await expect(runPage.run).toBeEnabled();
  await capture(page, 'state-idle');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await visit(page, '/offline');
  await capture(page, 'state-offline-page');
  for (const language of LANGUAGES) {
    await speak(page, language);
    await waitUntilKeptIn(page, language);
    await context.setOffline(true);
    await visit(page, '/leaderboard');
    await captureSpoken(page, 'state-offline', language);
    await context.setOffline(false);
    await visit(page, '/');
  }
});

test('measuring', async ({ page, runPage }) => {
  await runPage.open(LONG);
  await runPage.begin();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running', { timeout: RUN_MS });
  await capture(page, 'state-measuring');
  await runPage.stop.click();
  await runPage.reaches('done');
});

test('stopped', async ({ page, runPage }) => {
  await runPage.open(TO_END_EARLY);
  await runPage.begin();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running', { timeout: RUN_MS });
  await runPage.stop.click();
  await runPage.reaches('done');
  await capture(page, 'state-stopped');
});

test('done, one loop', async ({ page, runPage }) => {
  await runPage.open(EVERY_ROW);
  await runPage.reaches('done');
  await capture(page, 'state-one-loop');
});

test('a failed row', async ({ page, runPage }) => {
  await runPage.open({ ...SHORT, interval: '2' });
  await runPage.begin();
  await expect(runPage.cells('SEQ1M Q1').first()).toContainText('one loop', { timeout: RUN_MS });
  await crashWorkers(page);
  await runPage.reaches('failed');
  await capture(page, 'state-failed');
});

test('an old browser', async ({ page, runPage }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(StorageManager.prototype, 'getDirectory');
  });
  await runPage.open();
  await expect(page.getByText('This browser has no private file system').first()).toBeVisible();
  await capture(page, 'state-old-browser');
});

const PUBLISHED: Record<string, MadeRun> = {
  done: {},
  'hidden-tab': { environment: { visibility_changes: 2 } },
  held: { keptInMemory: true },
};

for (const [name, made] of Object.entries(PUBLISHED)) {
  test(`permalink: ${name}`, async ({ api, page }) => {
    const id = await api.publishRanked(makeUpload({ ...made, rig_id: randomId() }));
    await visit(page, `/r/${id}`);
    await capture(page, `state-${name}`);
  });
}

test('addresses without anything', async ({ page }) => {
  for (const [name, path] of Object.entries({
    'no-device': '/device/nobody-has-this',
    'not-found': '/nowhere',
    'no-group': '/g/7777777777777777',
  })) {
    await visit(page, path);
    await capture(page, `state-${name}`);
  }
});

test('permalink: deleted', async ({ api, page, request }) => {
  const id = await api.publishRanked(makeUpload({ rig_id: randomId() }));
  await request.delete(`/api/v1/runs/${id}`, { headers: { authorization: `Bearer ${DELETION_KEY}` } });
  await visit(page, `/r/${id}`);
  await capture(page, 'state-deleted');
});

test('permalink: no drive reads possible', async ({ api, page }) => {
  await visit(page, `/r/${await api.publish(realRecord('quick'), declaration())}`);
  await capture(page, 'state-no-drive-reads');
});

for (const family of FAMILY_IDS.filter((id) => id !== 'matrix')) {
  test(`permalink: ${family}`, async ({ api, page }) => {
    await visit(page, `/r/${await api.publish(realRecord(`family-${family}`), declaration())}`);
    await capture(page, `state-${family}`);
  });
}
