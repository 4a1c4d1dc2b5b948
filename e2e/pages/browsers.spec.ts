import { expect, test } from '../support/fixtures.ts';
import { read } from '../support/lib/visit.ts';

test('browsers stand release by release, and every change is an entry of a feed with a page of its own', async ({
  request,
}) => {
  const { text } = await read(request, '/browsers');
  expect(text.indexOf('LevelDB or SQLite')).toBeGreaterThan(0);
  expect(text.indexOf('LevelDB or SQLite')).toBeLessThan(text.indexOf('What changed'));
  expect(text).toContain('this build, not Chrome');
  expect((await read(request, '/browsers?of=opfs')).text).toContain('Open a handle');

  const feed = await request.get('/browsers/feed.xml');
  expect(feed.headers()['content-type']).toContain('application/atom+xml');
  const ids = [...(await feed.text()).matchAll(/<id>([^<]+)<\/id>/g)].map(([, id = '']) => new URL(id).pathname);
  expect(ids[0]).toBe('/browsers');
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids.slice(1)) {
    const change = await read(request, id);
    expect(change.status, id).toBe(200);
    expect(change.text).toContain('npm run browsers -w labs -- ');
  }
  expect((await read(request, '/browsers/idb-get-c1')).status).toBe(404);
});
