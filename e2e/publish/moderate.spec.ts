import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';
import { MODERATOR_TOKEN } from '../support/moderator.ts';

test('what is deleted for good is named first, and what stands is lifted beside the log', async ({
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

  const queued = page.getByRole('article').filter({ hasText: 'Named before it goes' });
  const dialog = page.getByRole('dialog', { name: 'Delete for good?' });
  await queued.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog).toContainText('The result of Named before it goes goes');
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(dialog).toBeHidden();
  expect((await request.get(`/api/v1/runs/${id}`)).status()).toBe(200);
  await queued.getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(queued).toBeHidden();
  expect((await request.get(`/api/v1/runs/${id}`)).status()).toBe(410);

  await page.getByLabel('Tag (as in the queue').fill(tag);
  await page.getByRole('button', { name: 'Block and delete all for good' }).click();
  await expect(dialog).toContainText(`Network ${tag} is kept away. Results that go`);
  await expect(dialog).toContainText(': 0.');
  await dialog.getByRole('button', { name: 'Keep' }).click();

  const standing = page.getByRole('region', { name: 'In force' });
  const own = standing.getByRole('listitem').filter({ hasText: tag });
  await own.getByRole('button', { name: 'Let back' }).click();
  await expect(own).toBeHidden();
  const left = await request.get('/api/v1/admin/v1/standing', { headers });
  expect(await left.text()).not.toContain(tag);
});
