/** A page that is not isolated, and a window that keeps its files in memory, as /checkup tells it. */
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

test('a window that keeps its files in memory is told by name @long', async ({ page }) => {
  await visit(page, '/checkup');
  await page.getByRole('button', { name: 'Check this browser' }).click();
  await expect(page.getByRole('heading', { name: /It lacks: .*files on the drive/ })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'files on the drive' })).toContainText('in memory');
});

test('a page that is not isolated is told that no test runs in it, and the rest is tried all the same @long', async ({
  page,
  baseURL,
}) => {
  await page.route(`${baseURL}/checkup`, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['cross-origin-opener-policy'];
    delete headers['cross-origin-embedder-policy'];
    await route.fulfill({ response, headers });
  });
  await visit(page, '/checkup');
  await page.getByRole('button', { name: 'Check this browser' }).click();
  await expect(page.getByRole('heading', { name: 'This browser cannot measure.' })).toContainText('an isolated page');
  await expect(page.getByRole('row').filter({ hasText: 'many handles at once' })).toContainText('64');
});
