import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

const PAGES = ['/', '/leaderboard', '/r/0000000000000000'];

test.use({ expectedErrors: [/status of 404/] });

for (const path of PAGES) {
  test(`${path} is isolated, has a strict content policy, and sends no request to another site`, async ({ page }) => {
    const response = await visit(page, path);
    const headers = response?.headers() ?? {};
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['set-cookie']).toBeUndefined();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
  });
}

test('scripts, workers and wasm come with the headers that isolation asks for', async ({ page, request, runPage }) => {
  const urls: string[] = [];
  page.on('response', (response) => urls.push(response.url()));
  await runPage.open();
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
