/** Takes pictures of the answer in each of its states: before, during and after a run, and where something is wrong. */
import { randomId } from '@opfsmark/schema/documents';
import { FAMILY_IDS } from '@opfsmark/schema/families';
import { DELETION_KEY, makeUpload, type MadeRun } from '../../worker-api/test/factory.ts';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { capture } from '../support/lib/capture.ts';
import { realRecord } from '../support/lib/real-record.ts';
import { visit } from '../support/lib/visit.ts';
import { crashWorkers } from '../support/lib/workers.ts';
import { AT_ONCE, LONG, SHORT } from '../support/page-objects/run-page.ts';

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
  await context.setOffline(true);
  await visit(page, '/leaderboard');
  await page.screenshot({ path: 'screenshots/state-offline-wide-light-en.png', fullPage: true });
});

test('measuring', async ({ page, runPage }) => {
  await runPage.open(LONG);
  await runPage.run.click();
  await expect(runPage.row('SEQ1M Q8')).toContainText('running', { timeout: RUN_MS });
  await capture(page, 'state-measuring');
  await runPage.stop.click();
  await runPage.reaches('done', RUN_MS);
});

test('stopped', async ({ page, runPage }) => {
  await runPage.open({ ...LONG, loops: '1', limit: '1' });
  await runPage.run.click();
  await expect(runPage.row('SEQ1M Q1')).toContainText('running', { timeout: RUN_MS });
  await runPage.stop.click();
  await runPage.reaches('done', RUN_MS);
  await capture(page, 'state-stopped');
});

test('done, one loop', async ({ page, runPage }) => {
  await runPage.open(AT_ONCE);
  await runPage.reaches('done', RUN_MS);
  await capture(page, 'state-one-loop');
});

test('a failed row', async ({ page, runPage }) => {
  await runPage.open({ ...SHORT, interval: '2' });
  await runPage.run.click();
  await expect(runPage.cells('SEQ1M Q1').first()).toContainText('one loop', { timeout: RUN_MS });
  await crashWorkers(page);
  await runPage.reaches('failed', RUN_MS);
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
  const join = async (made: MadeRun) => {
    const id = await api.publishRanked(makeUpload({ ...made, rig_id: randomId() }));
    expect((await request.put(`/api/v1/groups/${group.slice(3)}/runs/${id}`, { headers })).status()).toBe(200);
  };
  for (const [device, speed] of [
    ['Office laptop, third row', 1],
    ['Phone', 0.1],
    ['Library PC', 0.4],
  ] as const)
    await join({ declared: { device, drive: 'Example 980 PRO', interface: 'NVMe' }, speed });
  await join({ declared: { device: 'Private window' }, keptInMemory: true });
  await visit(page, group);
  await capture(page, 'state-group');
  await visit(page, `${group}?figure=seq1m_q8t1+read`);
  await capture(page, 'state-group-memory');
});

test('addresses without anything, and the board of drives', async ({ api, page }) => {
  for (let n = 0; n < 3; n++) {
    const declared = { device: `Desk ${n}`, drive: 'Example 980 PRO', interface: 'NVMe' } as const;
    await api.publishRanked(makeUpload({ declared, rig_id: randomId(), speed: 1 + n }));
  }
  for (const [name, path] of Object.entries({
    'no-device': '/device/nobody-has-this',
    'not-found': '/nowhere',
    'no-group': '/g/7777777777777777',
    drives: '/leaderboard?by=drive',
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
