/** A check of the browser that fails names its own cause, not the first one that comes to mind. */
import { expect, test } from '../support/fixtures.ts';

const WRONG_CAUSE = /FileSystemSyncAccessHandle|Update the browser/;

test.describe('a core that does not arrive', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch|wasm/i] });

  test('is named as one that could not be loaded', async ({ page, runPage }) => {
    await page.route('**/*.wasm', (route) => route.abort('failed'));
    await runPage.open();
    await expect(page.getByText(/could not be loaded/).first()).toBeVisible();
    await expect(page.getByText(WRONG_CAUSE)).toHaveCount(0);
    await expect(runPage.run).toBeDisabled();
  });
});

test('a scratch file that finds no space is named as such', async ({ page, runPage }) => {
  await page.route(/worker/i, async (route) => {
    const response = await route.fetch();
    if (!(response.headers()['content-type'] ?? '').includes('javascript')) return route.fulfill({ response });
    const refuse = `FileSystemFileHandle.prototype.createSyncAccessHandle = () =>
      Promise.reject(new DOMException('The operation failed because it would exceed its quota.', 'QuotaExceededError'));\n`;
    return route.fulfill({ response, body: `${refuse}${await response.text()}` });
  });
  await runPage.open();
  await expect(page.getByText(/\bspace\b|storage limit/i).first()).toBeVisible();
  await expect(page.getByText(WRONG_CAUSE)).toHaveCount(0);
  await expect(runPage.run).toBeDisabled();
});
