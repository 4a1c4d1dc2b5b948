/** A deletion as everybody else sees it, through the site with its pages and its caches, and as moderators see theirs. */
import { FORMS } from '@opfsmark/schema/report';
import { newRunId } from '@opfsmark/schema/documents';
import type { APIRequestContext } from '@playwright/test';
import { DELETION_KEY, makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { baseURL } from '../support/site.ts';
import { visit } from '../support/lib/visit.ts';
import { MODERATOR_TOKEN } from '../support/moderator.ts';

/** Every address of the site that says something of a run. */
function pathsOf(id: string, slug: string, origin: string): string[] {
  const board = 'device.seq1m_q8t1_write.shared';
  const api = ['', '.json', ...Object.values(FORMS).map(({ extension }) => `.${extension}`)].map(
    (end) => `/api/v1/runs/${id}${end}`,
  );
  const pictures = [`/badge/${id}.svg`, `/badge/${id}.json`, `/og/${id}.png?lang=en`, `/og/${id}.png?lang=ja`];
  const lists = ['runs', `runs?device=${slug}`, 'export.csv', 'export.ndjson', `boards/${board}`, `devices/${slug}`];
  return [
    ...api,
    ...pictures,
    ...lists.map((path) => `/api/v1/${path}`),
    `/oembed?url=${encodeURIComponent(`${origin}/r/${id}`)}`,
    ...[`/r/${id}`, `/device/${slug}`, '/leaderboard', '/filesystem/zfs', `/compare?runs=${id}`, '/sitemap.xml'],
  ];
}

/** Status and text of each address; a picture says its words as pixels, so that it is there is all that counts. */
async function readAll(request: APIRequestContext, paths: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const answer = await request.get(path);
    texts.set(path, path.includes('.png') && answer.ok() ? 'a picture of the run' : await answer.text());
  }
  return texts;
}

test('a deleted result is on no page, in no list, file, badge or picture, also where it was read before', async ({
  api,
  request,
}) => {
  const uniqueId = newRunId();
  const device = `Unmistakable ${uniqueId}`;
  const slug = device.toLowerCase().replace(' ', '-');
  const id = await api.publish(makeUpload({ rig_id: newRunId(), declared: { device, filesystem: 'ZFS' } }).record, {
    device,
    filesystem: 'ZFS',
  });
  const paths = pathsOf(id, slug, baseURL);
  const word = new RegExp(`unmistakable.${uniqueId}|a picture of the run`, 'i');
  const before = await readAll(request, paths);
  expect([...before.values()].filter((text) => word.test(text)).length).toBeGreaterThan(10);

  const headers = { authorization: `Bearer ${DELETION_KEY}` };
  expect((await request.delete(`/api/v1/runs/${id}`, { headers })).status()).toBe(204);
  for (const [path, text] of await readAll(request, paths)) {
    // An answer repeats the words of its request.
    expect(text.replaceAll(slug, ''), path).not.toMatch(word);
    if (!path.includes(id)) expect(text, path).not.toContain(id);
  }
});

test('what is deleted for good is named first, and what stands is lifted beside the log @long', async ({
  api,
  page,
  request,
}) => {
  const headers = { authorization: `Bearer ${MODERATOR_TOKEN}` };
  const id = await api.publishRanked(makeUpload({ declared: { device: 'Named before it goes' } }));
  const report = { reason: 'other', detail: 'Look at it.' };
  expect((await request.post(`/api/v1/runs/${id}/reports`, { data: report })).ok()).toBe(true);
  const tag = 'AAAAAAAAAAA';
  const block = { action: 'block', days: 3, reason: 'flood' };
  expect((await request.post(`/api/v1/admin/v1/networks/${tag}`, { headers, data: block })).ok()).toBe(true);

  await visit(page, '/moderate');
  await page.getByLabel('Token').fill(MODERATOR_TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();

  const queueEntry = page.getByRole('article').filter({ hasText: 'Named before it goes' });
  const dialog = page.getByRole('dialog', { name: 'Delete for good?' });
  await queueEntry.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog).toContainText('The result of Named before it goes goes');
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(dialog).toBeHidden();
  expect((await request.get(`/api/v1/runs/${id}`)).status()).toBe(200);
  await queueEntry.getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(queueEntry).toBeHidden();
  expect((await request.get(`/api/v1/runs/${id}`)).status()).toBe(410);

  await page.getByLabel('Tag (as in the queue').fill(tag);
  await page.getByRole('button', { name: 'Block and delete all for good' }).click();
  await expect(dialog).toContainText(`Network ${tag} is kept away. Results that go`);
  await expect(dialog).toContainText(': 0.');
  await dialog.getByRole('button', { name: 'Keep' }).click();

  const rulesInForce = page.getByRole('region', { name: 'In force' });
  const rule = rulesInForce.getByRole('listitem').filter({ hasText: tag });
  await rule.getByRole('button', { name: 'Let back' }).click();
  await expect(rule).toBeHidden();
  const response = await request.get('/api/v1/admin/v1/closed', { headers });
  expect(await response.text()).not.toContain(tag);
});
