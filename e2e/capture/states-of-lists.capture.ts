/** Takes pictures of what many results make together: groups, boards with ranks, and the moderators' page. */
import { randomId } from '@opfsmark/schema/documents';
import { DELETION_KEY, makeUpload, type MadeRun } from '@opfsmark/schema/test-support/upload';
import { makeAppStorageUpload } from '@opfsmark/schema/test-support/upload-families';
import { fillBoards } from '../support/scenarios/fill-boards.ts';
import { expect, test } from '../support/fixtures.ts';
import { openUntilShown, visit } from '../support/lib/visit.ts';
import { capture, MAX_GROUP_RUNS } from '../support/lib/capture.ts';
import { MODERATOR_TOKEN } from '../support/moderator.ts';

test.describe.configure({ timeout: 180_000 });

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
  const declared = { drive: 'Example 980 PRO', interface: 'NVMe' } as const;
  await join({ declared: { ...declared, device: 'Office laptop, third row' } });
  await join({ declared: { ...declared, device: 'Phone' }, speed: 0.1 });
  await join({ declared: { ...declared, device: 'Library PC' }, speed: 0.4 });
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
  const ranked = page.getByRole('table', { name: 'Leaderboard', exact: true });
  for (const [name, path, row] of [
    ['board', '/leaderboard', 'Framework 13 AMD'],
    ['board-drives', '/leaderboard?by=drive', 'Crucial MX500'],
    ['board-interfaces', '/leaderboard?by=interface', 'USB'],
  ] as const) {
    await openUntilShown(() => visit(page, path), ranked.getByText(row).first());
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
  const merged = await request.post('/api/v1/admin/v1/drives/example-980/rename', {
    headers,
    data: { name: 'Example 980' },
  });
  expect(merged.ok(), await merged.text()).toBe(true);
  await visit(page, '/moderate');
  await capture(page, 'state-moderate-enter');
  await page.getByLabel('Token').fill(MODERATOR_TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Reported PC' }).first().waitFor();
  await capture(page, 'state-moderate');
});
