/** The page says that something is missing, down, slow or mistyped, and measuring works without it. */
import { parseProxies } from '../../scripts/lib/proxies.mjs';
import { freePort } from '../../scripts/lib/port.mjs';
import { serve } from '../../scripts/lib/serve.mjs';
import { openSite } from '../../web/node/site.mjs';
import { randomId } from '@opfsmark/schema/documents';
import { DELETION_KEY, makeUpload } from '@opfsmark/schema/test-support/upload';
import { showFinished } from '../support/lib/kept-runs.ts';
import { declaration } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { read, visit } from '../support/lib/visit.ts';
import { holdRun } from '../support/moderator.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';

/** Serves the built site without the results service, and stops it after `work`. */
async function withSiteAlone(work: (origin: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const service = { fetch: () => Promise.reject(new Error('There is no service.')) };
  const site = await openSite(service);
  const end = await serve({
    address: null,
    port,
    proxies: parseProxies(''),
    site,
    service: { fetch: (request) => site.answer(request, '127.0.0.1') },
  });
  try {
    await work(`http://localhost:${port}`);
  } finally {
    await end();
  }
}

/** By which a development runtime is written to, or a state lies open; some for `localhost` alone. */
const WRITES = [
  '/cdn-cgi/local/explorer/api/d1/database/local-opfsmark/raw',
  '/cdn-cgi/handler/scheduled',
  '/cdn-cgi/mf/reload',
  '/__scheduled',
  '/database.sqlite',
];
/** Paths of development runtimes, builds and states that a site has not. */
const NOT_OF_THE_SITE = [
  ...WRITES,
  '/cdn-cgi/local/explorer',
  '/cdn-cgi/local/scheduled',
  '/@vite/client',
  '/@fs/etc/passwd',
  '/version',
  '/_worker.js',
  '/_headers',
  '/.assetsignore',
  '/.env',
  '/.git/config',
  '/package.json',
  '/manifest.js',
  '/.state/database.sqlite',
  '/..%2f..%2f..%2fpackage.json',
  '/_app/..%2f..%2fmanifest.js',
  '/%00',
  '/api/../database.sqlite',
];

test('nothing answers beyond the site, whatever is asked for and by whatever name', async ({ request, baseURL }) => {
  for (const path of NOT_OF_THE_SITE) expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404);
  for (const path of WRITES) {
    expect((await request.get(path, { headers: { host: 'localhost' }, maxRedirects: 0 })).status(), path).toBe(404);
    for (const headers of [{}, { host: 'localhost' }]) {
      const data = { sql: 'SELECT key, value FROM meta' };
      const answer = await request.post(path, { headers, data, maxRedirects: 0 });
      expect([404, 405], path).toContain(answer.status());
    }
  }
  // Nor does any address lead to another site.
  expect((await request.get(`${baseURL ?? ''}//other.example/%41`, { maxRedirects: 0 })).status()).toBe(404);
  const whole = await (await request.get('/favicon.svg')).text();
  for (const range of ['bytes=5-2', 'bytes=0-0', 'bytes=-5', 'bytes=0-99999999999999999999', 'items=0-5']) {
    const answer = await request.get('/favicon.svg', { headers: { range } });
    expect([answer.status(), await answer.text()], range).toEqual([200, whole]);
  }
});

/** A well-formed id that no result has. */
const UNKNOWN_ID = '7777777777777777';

test('a link to a plan that asks for what cannot be names each such parameter, and still runs @long', async ({
  runPage,
}) => {
  const parameters = { size: '1GB!', loops: '10', profile: 'fastest', rows: 'SEQ3M-Q8T1,<b>' };
  await runPage.open(parameters);
  for (const name of Object.keys(parameters)) await expect(runPage.page.getByText(`${name}=`).first()).toBeVisible();
  await expect(runPage.run).toBeEnabled();
});

test('what is in the way of a run is said before Run is pressed', async ({ runPage }) => {
  const { page } = runPage;
  const group = { group_id: UNKNOWN_ID, name: 'Closed', created_at: '2026-11-01T00:00:00.000Z', max_runs: 9, runs: [] };
  await page.route(`**/api/v1/groups/${UNKNOWN_ID}`, (route) => route.fulfill({ json: { ...group, closed: true } }));
  await page.addInitScript(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 100e6, usage: 0 });
  });
  await runPage.open({ group: UNKNOWN_ID });
  // These tests run in a private window.
  await expect(page.getByText('This looks like a private window: it keeps files in memory')).toBeVisible();
  await expect(page.getByText('The browser has only 100 MB left for this site')).toBeVisible();
  await expect(page.getByText('is closed and takes no new results')).toBeVisible();
  await expect(runPage.run).toBeDisabled();
  await page.getByRole('button', { name: 'Run without the group' }).click();
  await expect(page.getByText('is closed and takes no new results')).toBeHidden();
  const offline = page.getByText('You are offline.');
  await expect(offline).toBeHidden();
  await page.context().setOffline(true);
  await expect(offline).toBeVisible();
  await expect(runPage.run).toBeEnabled();
  await page.context().setOffline(false);
  await expect(offline).toBeHidden();
});

test('an address of no result is a page that says so, and leads to the benchmark', async ({ request }) => {
  for (const id of [UNKNOWN_ID, 'nonsense', '%00', '..%2f..%2fetc']) {
    const { status, html, text } = await read(request, `/r/${id}`);
    expect(status, id).toBe(404);
    expect(html, id).toMatch(/<h1/);
    expect(text, id).toContain('Go to the benchmark');
  }
});

test('a path of the service that does not exist is a problem document', async ({ api }) => {
  for (const path of [`/runs/${UNKNOWN_ID}`, '/runs/nonsense', '/boards/device.nothing.shared', '/nowhere']) {
    const response = await api.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()['content-type'], path).toContain('application/problem+json');
    expect(await response.json(), path).toMatchObject({ status: 404 });
  }
});

test('an empty board invites the first result, an unknown device leads to the leaderboard', async ({ request }) => {
  const board = await read(request, '/leaderboard?layout=node&metric=drive_score');
  expect(board.text).toContain('No results on this leaderboard yet.');
  expect(board.html).toMatch(/<a [^>]*href="\/"[^>]*>Go to the benchmark/);
  const device = await read(request, '/device/nobody-has-this');
  expect(device.status).toBe(404);
  expect(device.html).toMatch(/<h1[^>]*>No results for this device/);
  expect(device.html).toMatch(/<a [^>]*href="\/leaderboard"[^>]*>Go to the leaderboard/);
});

test.describe('something that does not exist', () => {
  test.use({ expectedErrors: [/status of (404|410)/] });

  test('a deleted result is gone, and says so', async ({ api, measured, request }) => {
    const id = await api.publish(measured, declaration());
    const response = await request.delete(`/api/v1/runs/${id}`, {
      headers: { authorization: `Bearer ${DELETION_KEY}` },
    });
    expect(response.status()).toBeLessThan(300);

    const { status, html } = await read(request, `/r/${id}`);
    expect(status).toBe(410);
    expect(html).toMatch(/<h1[^>]*>[^<]*deleted/);
    expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Go to the benchmark/);
    expect((await read(request, `/compare?runs=${id}`)).html).toMatch(new RegExp(`role="note"[^>]*>[^<]*${id}`));
  });

  test('a held result says so once, and stands nowhere', async ({ api, page, request }) => {
    const id = await api.publishRanked(makeUpload({ rig_id: randomId() }));
    await holdRun(request, id);
    await visit(page, `/r/${id}`);
    await expect(page.getByRole('note').filter({ hasText: 'Held for review' })).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Share and keep' })).toBeVisible();
    // The card about where a result stands would come about now.
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { name: 'Where it stands' })).toHaveCount(0);
  });
});

test.describe('a service that is down', () => {
  test.use({ expectedErrors: [/status of 50\d|request to a third party/] });

  test('every page that needs it says so; the benchmark runs without it @long', async ({ page, runPage }) => {
    await withSiteAlone(async (origin) => {
      const heading = page.getByRole('heading', { level: 1 });
      for (const path of ['/r/7777777777777777', '/device/mac', '/filesystem/apfs']) {
        expect((await visit(page, `${origin}${path}`))?.status(), path).toBe(503);
        await expect(heading, path).toHaveText('The results service cannot be reached');
      }
      await visit(page, `${origin}/leaderboard`);
      await expect(page.getByText('The leaderboard cannot be reached at the moment.')).toBeVisible();
      await visit(page, `${origin}/?${new URLSearchParams({ ...BRIEF, autorun: '1' }).toString()}`);
      await runPage.reaches('done');
      await runPage.publish.click();
      await runPage.publishDialog.getByLabel('Device').fill('Nobody listens');
      await runPage.publishDialog.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect(runPage.publishDialog.getByText('sent automatically, once')).toBeVisible();
    });
  });
});

test('a request that is never answered does not delay a run @long', async ({ page, runPage }) => {
  // Never answered.
  await page.route('**/api/v1/run-tickets', () => undefined);
  await runPage.open({ ...BRIEF, autorun: '1' });
  await runPage.reaches('done');
  expect((await runPage.record())?.status).toBe('done');
});

test('on a slow network the page can be read before its script has come', async ({ page }) => {
  let release: () => void = () => undefined;
  const whenReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_app/immutable/**/*.js', async (route) => {
    await whenReleased;
    await route.fallback();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('What is measured')).toBeVisible();
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await expect(run).toBeDisabled();
  release();
  await expect(run).toBeEnabled();
});

test.describe('a tab that stays open while another version of the site is deployed', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('a part that is gone says so where the click was, and a reload keeps the result @long', async ({
    measured,
    page,
    runPage,
  }) => {
    const PARTS = '**/_app/immutable/**';
    await showFinished(page, measured);
    const before = await runPage.record();
    await page.waitForLoadState('networkidle');
    await page.route(PARTS, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));

    const control = page.getByRole('region', { name: 'Control' });
    const loadError = /could not be loaded/;
    await page.getByRole('button', { name: 'Customise', exact: true }).click();
    await expect(control.getByRole('alert')).toContainText(loadError);
    await runPage.showTab('Percentiles');
    await expect(page.getByRole('alert').filter({ hasText: loadError })).toHaveCount(2);
    await page.getByText('Save as…', { exact: true }).click();
    await page.getByRole('button', { name: 'CSV', exact: false }).click();
    await expect(page.getByRole('alert').filter({ hasText: loadError })).toHaveCount(3);

    await page.unroute(PARTS);
    await control.getByRole('button', { name: 'Reload' }).first().click();
    await expect(runPage.runAgain).toBeVisible();
    expect((await runPage.record())?.started_at).toBe(before?.started_at);
    await expect(runPage.tab('Percentiles')).toHaveAttribute('aria-current', 'true');
  });
});
