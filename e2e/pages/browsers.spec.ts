import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { makePickedUpload } from '@opfsmark/schema/test-support/upload-families';
import { expect, test } from '../support/fixtures.ts';
import { declaration } from '../support/lib/records.ts';
import { read, visit } from '../support/lib/visit.ts';
import { confirmRun, removeRun } from '../support/moderator.ts';

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

test('on paper a chart that was drawn for a wider screen is not squeezed, and the dark page is light where no script says so', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, '/browsers');
  const chart = page.locator('.drawn canvas').first();
  // It is drawn when it is near.
  await page.locator('canvas').first().scrollIntoViewIfNeeded();
  await expect(chart).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  // As the script leaves it, which lays out nothing anew for paper.
  const stretch = await chart.evaluate((canvas: HTMLCanvasElement) => {
    canvas.width = 4 * canvas.height;
    canvas.style.width = '4000px';
    const { width, height } = canvas.getBoundingClientRect();
    return width / height / 4;
  });
  expect(stretch).toBeCloseTo(1, 1);
  const ink = await page.evaluate(() => getComputedStyle(document.documentElement).color);
  expect(ink).toBe('rgb(22, 24, 29)');
});

test('published runs stand there by browser, those of each layout by themselves', async ({ api, request }) => {
  const isElsewhere = process.env['E2E_BASE_URL'] !== undefined;
  const why = 'only the site that the tests start themselves has this moderator';
  if (isElsewhere) console.log(`skipped: ${why}`);
  test.skip(isElsewhere, why);
  const ids: string[] = [];
  for (const upload of [makeUpload(), makePickedUpload()]) {
    const rig_id = String(700 + ids.length).padStart(16, '0');
    ids.push(await api.publishRanked({ ...upload, rig_id, declared: declaration() }));
  }
  for (const id of ids) await confirmRun(request, id);
  const layouts = async () => {
    const { text } = await read(request, '/browsers');
    return [...text.matchAll(/ · ([a-z ]+) Browser median Chrome \d+ · /g)].map(([, layout]) => layout);
  };
  // Lists are made behind what was published.
  await expect.poll(layouts).toEqual(expect.arrayContaining(['all workers on one file', 'picked folder']));
  for (const id of ids) await removeRun(request, id);
});
