import type { APIResponse, Response } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { ADDRESSES } from '../support/lib/addresses.ts';
import { declaration } from '../support/lib/records.ts';
import { visit } from '../support/lib/visit.ts';

/** Headers that make a page isolated, and let nothing run or load but what is the site's own. */
function expectStrict(response: APIResponse | Response | null, path: string): void {
  const headers = response?.headers() ?? {};
  expect(headers['cross-origin-opener-policy'], path).toBe('same-origin');
  expect(headers['cross-origin-embedder-policy'], path).toBe('require-corp');
  expect(headers['x-content-type-options'], path).toBe('nosniff');
  expect(headers['set-cookie'], path).toBeUndefined();
  const policy = headers['content-security-policy'] ?? '';
  expect(policy, path).toContain("default-src 'none'");
  expect(policy, path).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
}

test('pages are isolated and have a strict content policy; scripts, workers and wasm come with the headers that isolation asks for', async ({
  page,
  request,
}) => {
  const urls: string[] = [];
  page.on('response', (response) => urls.push(response.url()));
  expectStrict(await visit(page, '/'), '/');
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
  for (const path of ['/leaderboard', '/r/0000000000000000']) expectStrict(await request.get(path), path);
  const assets = () => urls.filter((url) => url.includes('/_app/'));
  // The check of the browser starts its workers when the page is idle.
  for (const kind of [/\.js$/, /\/workers\/[^/]+\.js$/, /\.wasm$/])
    await expect.poll(() => assets().some((url) => kind.test(url)), `${kind}`).toBe(true);
  for (const url of assets()) {
    const headers = (await request.get(url)).headers();
    expect.soft(headers['cross-origin-embedder-policy'], url).toBe('require-corp');
    expect.soft(headers['x-content-type-options'], url).toBe('nosniff');
    // Its name says what it holds: a second visit need not ask for it.
    if (url.includes('/_app/immutable/'))
      expect.soft(headers['cache-control'], url).toBe('public, immutable, max-age=31536000');
  }
});

/** The bytes that nginx reads of an answer's head unless it is told otherwise; it answers 502 to more. */
const MAX_HEAD_BYTES = 4096;

test('each page comes in the language that is asked for, and its headers fit in what a proxy reads of them', async ({
  request,
  api,
  measured,
}) => {
  const id = await api.publish(measured, declaration());
  for (const path of [...ADDRESSES, '/?group=7777777777777777', `/r/${id}`, '/history/x']) {
    const response = await request.get(`${path}${path.includes('?') ? '&' : '?'}lang=ja`);
    const lines = response.headersArray().map(({ name, value }) => `${name}: ${value}\r\n`);
    expect(lines.join(''), path).toContain('rel=modulepreload');
    expect(await response.text(), path).toContain('<html lang="ja"');
    // As a proxy adds a line or two, and a file more would.
    expect(Buffer.byteLength(lines.join('')), path).toBeLessThan(MAX_HEAD_BYTES - 200);
  }
});

test('behind a proxy that is asked over https, pages and the service name addresses that a reader can open', async ({
  request,
  baseURL,
}) => {
  const headers = { 'x-forwarded-proto': 'https' };
  const origin = (baseURL ?? '').replace('http:', 'https:');
  expect(await (await request.get('/api', { headers })).text()).toContain(`curl '${origin}/api/v1/runs`);
  const card = `/oembed?url=${encodeURIComponent(`${origin}/r/0000000000000000`)}`;
  const details = [headers, {}].map(async (cardHeaders) => {
    const { detail } = (await (await request.get(card, { headers: cardHeaders })).json()) as { detail: string };
    return detail.startsWith('The url is not that of a run of this site');
  });
  expect(await Promise.all(details)).toEqual([false, true]);
});
