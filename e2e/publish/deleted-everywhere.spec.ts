/** A deletion as everybody else sees it: through the site, with its pages and its caches. */
import { FORMS } from '@opfsmark/schema/report';
import { newRunId } from '@opfsmark/schema/documents';
import type { APIRequestContext } from '@playwright/test';
import { DELETION_KEY, makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { baseURL } from '../support/site.ts';

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
  const unique = newRunId();
  const device = `Unmistakable ${unique}`;
  const slug = device.toLowerCase().replace(' ', '-');
  const id = await api.publish(makeUpload({ rig_id: newRunId(), declared: { device, filesystem: 'ZFS' } }).record, {
    device,
    filesystem: 'ZFS',
  });
  const paths = pathsOf(id, slug, baseURL);
  const word = new RegExp(`unmistakable.${unique}|a picture of the run`, 'i');
  const before = await readAll(request, paths);
  expect([...before.values()].filter((text) => word.test(text)).length).toBeGreaterThan(10);

  const headers = { authorization: `Bearer ${DELETION_KEY}` };
  expect((await request.delete(`/api/v1/runs/${id}`, { headers })).status()).toBe(204);
  for (const [path, text] of await readAll(request, paths)) {
    // What was asked for is said again in the answer.
    expect(text.replaceAll(slug, ''), path).not.toMatch(word);
    if (!path.includes(id)) expect(text, path).not.toContain(id);
  }
});
