/**
 * Takes pictures of the answer in each of its states: before, during and after a run, and where something is wrong; of what
 * many results make together: groups, boards with ranks, the moderators' page; and of the pages to read.
 */
import { randomId } from '@opfsmark/schema/documents';
import { FAMILY_IDS } from '@opfsmark/schema/families';
import { DELETION_KEY, makeUpload, type MadeRun } from '@opfsmark/schema/test-support/upload';
import { declaration, realRecord } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { capture, captureSpoken, MAX_GROUP_RUNS } from '../support/lib/capture.ts';
import { waitUntilKeptIn } from '../support/lib/kept-runs.ts';
import { LANGUAGES, speak, visit, openUntilShown } from '../support/lib/visit.ts';
import { crashWorkers, plantDyingDrive } from '../support/lib/workers.ts';
import { EVERY_ROW, LONG, SHORT, TO_END_EARLY } from '../support/page-objects/run-page.ts';
import { makeAppStorageUpload } from '@opfsmark/schema/test-support/upload-families';
import { fillBoards } from '../support/scenarios/fill-boards.ts';
import { MODERATOR_TOKEN } from '../support/moderator.ts';

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

test('a dying drive', async ({ page, runPage }) => {
  const killDrive = await plantDyingDrive(page);
  await runPage.open(TO_END_EARLY);
  await runPage.begin();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running', { timeout: RUN_MS });
  await killDrive();
  await runPage.reaches('failed');
  await capture(page, 'state-dying');
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

const PUBLISHED_RUNS: Record<string, MadeRun> = {
  done: {},
  'hidden-tab': { environment: { visibility_changes: 2 } },
  held: { keptInMemory: true },
};

for (const [name, run] of Object.entries(PUBLISHED_RUNS)) {
  test(`permalink: ${name}`, async ({ api, page }) => {
    const id = await api.publishRanked(makeUpload({ ...run, rig_id: randomId() }));
    await visit(page, `/r/${id}`);
    await capture(page, `state-${name}`);
  });
}

test('pages to read, and addresses without anything', async ({ page }) => {
  for (const [name, path] of Object.entries({
    compare: '/compare?case=filesystems-usb-ssd',
    method: '/method',
    drives: '/method/drives',
    privacy: '/privacy',
    api: '/api',
    'bad-link': '/?size=huge&speed=11',
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

test('groups: none yet, some results, full', async ({ api, page, request }) => {
  await visit(page, '/g');
  await capture(page, 'state-groups');
  await page.getByRole('button', { name: 'Make a group' }).click();
  await page.getByLabel('Name of the group').fill('Class 3b');
  await capture(page, 'state-group-create');
  await page.getByRole('button', { name: 'Make group' }).click();
  await page.getByRole('heading', { name: 'No results yet' }).waitFor();
  await capture(page, 'state-group-empty');
  const group = new URL(page.url()).pathname;
  const headers = { authorization: `Bearer ${DELETION_KEY}` };
  const join = async (run: MadeRun) => {
    const id = await api.publishRanked(makeUpload({ ...run, rig_id: randomId() }));
    expect((await request.put(`/api/v1/groups/${group.slice(3)}/runs/${id}`, { headers })).status()).toBe(200);
  };
  const exampleDrive = { drive: 'Example 980 PRO', interface: 'NVMe' } as const;
  await join({ declared: { ...exampleDrive, device: 'Office laptop, third row' } });
  await join({ declared: { ...exampleDrive, device: 'Phone' }, speed: 0.1 });
  await join({ declared: { ...exampleDrive, device: 'Library PC' }, speed: 0.4 });
  await join({ declared: { device: 'Private window' }, keptInMemory: true });
  await visit(page, group);
  await capture(page, 'state-group');
  await visit(page, `${group}?figure=seq1m_q8t1+read`);
  await capture(page, 'state-group-memory');
  await join({ declared: { device: 'Teacher' }, speed: 0.7 });
  await visit(page, group);
  await expect(page.getByText(`${MAX_GROUP_RUNS} results`).first()).toBeVisible();
  await capture(page, 'state-group-full');
});

test('boards with ranks: by device, drive, interface and storage for apps', async ({ api, page }) => {
  await fillBoards(api);
  for (const [drive, speed] of [
    ['Samsung SSD 990 PRO', 2],
    ['WD Black SN770', 1.2],
    ['Crucial MX500', 0.3],
  ] as const)
    await api.publishRanked(makeUpload({ declared: { device: 'Desktop', drive }, rig_id: randomId(), speed }));
  await api.publishRanked(makeAppStorageUpload({ engine: 'sqlite', declared: { device: 'Laptop for notes' } }));
  const board = page.getByRole('table', { name: 'Leaderboard', exact: true });
  for (const [name, path, row] of [
    ['board', '/leaderboard', 'Framework 13 AMD'],
    ['board-drives', '/leaderboard?by=drive', 'Crucial MX500'],
    ['board-interfaces', '/leaderboard?by=interface', 'USB'],
  ] as const) {
    await openUntilShown(() => visit(page, path), board.getByText(row).first());
    await capture(page, `state-${name}`);
  }
  const contenders = page.getByRole('table', { name: /^Storage for apps/ });
  await openUntilShown(() => visit(page, '/leaderboard?layout=app-storage&client=linux~chrome'), contenders);
  await capture(page, 'state-board-app-storage');
});

test('the page of moderators: before and after its token', async ({ api, page, request }) => {
  const headers = { authorization: `Bearer ${MODERATOR_TOKEN}` };
  const id = await api.publishRanked(makeUpload({ declared: { device: 'Reported PC', note: 'Best PC ever.' } }));
  const report = { reason: 'wrong_device', detail: 'This is a phone.' };
  expect((await request.post(`/api/v1/runs/${id}/reports`, { data: report })).ok()).toBe(true);
  const response = await request.post('/api/v1/admin/v1/drives/example-980/rename', {
    headers,
    data: { name: 'Example 980' },
  });
  expect(response.ok(), await response.text()).toBe(true);
  await visit(page, '/moderate');
  await capture(page, 'state-moderate-enter');
  await page.getByLabel('Token').fill(MODERATOR_TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Reported PC' }).first().waitFor();
  await capture(page, 'state-moderate');
});
