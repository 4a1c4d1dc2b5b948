/** Browsers that lack something, or refuse it: the page says what, and does not run. */
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';
import { FAMILY_IDS } from '@opfsmark/schema/families';

/** The check of the browser runs in workers: their scripts begin with this one. */
const beginWorkersWith = (page: Page, script: string) =>
  page.route(/worker/i, async (route) => {
    const response = await route.fetch();
    const isScript = (response.headers()['content-type'] ?? '').includes('javascript');
    return route.fulfill({ response, ...(isScript ? { body: `${script}\n${await response.text()}` } : {}) });
  });

test('a browser without synchronous handles is told what is missing @long', async ({ runPage }) => {
  await beginWorkersWith(runPage.page, 'delete FileSystemFileHandle.prototype.createSyncAccessHandle;');
  await runPage.page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'FileSystemSyncAccessHandle');
    Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createSyncAccessHandle');
  });
  await runPage.open();
  await expect(runPage.page.getByText('cannot read and write files synchronously').first()).toBeVisible();
  await expect(runPage.run).toBeDisabled();
});

test('a browser whose handles take no ArrayBuffer, as Chromium before 119, is told to update', async ({ runPage }) => {
  await beginWorkersWith(
    runPage.page,
    `for (const name of ['read', 'write']) {
      const real = FileSystemSyncAccessHandle.prototype[name];
      FileSystemSyncAccessHandle.prototype[name] = function (buffer, options) {
        if (!ArrayBuffer.isView(buffer)) throw new TypeError("parameter 1 is not of type 'ArrayBufferView'.");
        return real.call(this, buffer, options);
      };
    }`,
  );
  await runPage.open();
  await expect(runPage.page.getByText('This browser is too old to be measured').first()).toBeVisible();
  await expect(runPage.run).toBeDisabled();
});

test('a page that is not isolated says so', async ({ runPage, baseURL }) => {
  await runPage.page.route(`${baseURL}/`, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['cross-origin-opener-policy'];
    delete headers['cross-origin-embedder-policy'];
    await route.fulfill({ response, headers });
  });
  await runPage.open();
  await expect(runPage.page.getByText('The page is not cross-origin isolated').first()).toBeVisible();
  await expect(runPage.run).toBeDisabled();
});

test('a window whose file storage is refused is told to use a normal one @long', async ({ runPage }) => {
  await runPage.page.addInitScript(() => {
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));
  });
  await runPage.open();
  await expect(runPage.page.getByText('This looks like a private window').first()).toBeVisible();
  await expect(runPage.run).toBeDisabled();
});

test('a browser without a storage manager, as WebKitGTK, is told which ones have it, and so is a script @long', async ({
  runPage,
}) => {
  await runPage.page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'storage');
  });
  await runPage.open({ autorun: '1' });
  await runPage.reaches('failed');
  expect(await runPage.page.evaluate(() => window.opfsmark?.error)).toEqual({
    code: 'unsupported',
    message: 'no_opfs',
  });
  await expect(runPage.page.getByText('This browser has no private file system').first()).toBeVisible();
  await expect(runPage.run).toBeDisabled();
});

/** A check that fails names its own cause, not the first one that comes to mind. */
const WRONG_CAUSE = /FileSystemSyncAccessHandle|Update the browser/;

test.describe('a core that does not arrive', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch|wasm/i] });

  test('is named as one that could not be loaded @long', async ({ page, runPage }) => {
    await page.route('**/*.wasm', (route) => route.abort('failed'));
    await runPage.open();
    await expect(page.getByText(/could not be loaded/).first()).toBeVisible();
    await expect(page.getByText(WRONG_CAUSE)).toHaveCount(0);
    await expect(runPage.run).toBeDisabled();
  });
});

test('a scratch file that finds no space is named as such @long', async ({ page, runPage }) => {
  await beginWorkersWith(
    page,
    `FileSystemFileHandle.prototype.createSyncAccessHandle = () =>
      Promise.reject(new DOMException('The operation failed because it would exceed its quota.', 'QuotaExceededError'));`,
  );
  await runPage.open();
  await expect(page.getByText(/\bspace\b|storage limit/i).first()).toBeVisible();
  await expect(page.getByText(WRONG_CAUSE)).toHaveCount(0);
  await expect(runPage.run).toBeDisabled();
});

test('a browser that cannot pick folders says so, and offers to measure with a file @long', async ({ familyPage }) => {
  const { page } = familyPage;
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'));
  await familyPage.openFamily('picked-folder');
  await expect(page.getByText('This browser cannot pick folders.')).toBeVisible();
  await expect(familyPage.run).toBeDisabled();
  await page.getByRole('link', { name: 'Measure with a file instead' }).click();
  await expect(page.getByRole('heading', { name: 'How fast is a drive that I may only read?' })).toBeVisible();
  await expect(familyPage.run).toBeEnabled();
});

test('a picker that is closed without a choice starts no run @long', async ({ familyPage }) => {
  const { page } = familyPage;
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => Promise.reject(new DOMException('nobody', 'AbortError')) });
  });
  await familyPage.openFamily('picked-folder');
  await familyPage.run.click();
  await expect(familyPage.run).toBeEnabled();
  expect(await familyPage.familyRecord()).toBeNull();
});

/** It throws a SecurityError at the very names of the stores. */
test.describe('a browser that blocks site data', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const get = (): never => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get });
    });
  });

  test('a page that keeps nothing measures, and says why it does not publish', async ({ page, runPage }) => {
    await runPage.open({ ...BRIEF, autorun: '1' });
    await runPage.reaches('done');
    await runPage.publish.click();
    await runPage.publishDialog.getByLabel('Device').fill('MacBook Pro');
    await runPage.publishDialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(runPage.publishDialog.getByRole('alert')).toContainText('could not keep your deletion key');
    await page.keyboard.press('Escape');
    await expect(runPage.publishDialog).toHaveCount(0);
  });

  test('a page that may store no files either says so, and does not check for ever @long', async ({
    page,
    runPage,
  }) => {
    await page.addInitScript(() => {
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));
    });
    await runPage.open();
    await expect(page.getByText('Site data is blocked').first()).toBeVisible();
    await expect(runPage.run).toBeDisabled();
  });

  test('the other pages are alive, and a group whose key could not be kept is not made @long', async ({ page }) => {
    for (const path of ['/history', '/leaderboard', '/compare', '/moderate', '/g']) await visit(page, path);
    await page.getByRole('button', { name: 'Make a group' }).click();
    await page.getByLabel('Name of the group').fill('Class 3b');
    await page.getByRole('button', { name: 'Make group' }).click();
    await expect(page.getByRole('alert')).toContainText('could not keep the key of the group');
  });
});

/** A popover stands in the page there. */
test.describe('a browser without popover, as Firefox before 125 and Safari before 17', () => {
  test.use({ viewport: { width: 390, height: 664 } });

  /** As such a browser reads it: an unknown selector drops its rule, and the attribute means nothing. */
  async function forget(route: Route): Promise<void> {
    const response = await route.fetch();
    const type = response.headers()['content-type'] ?? '';
    if (!/css|html/.test(type)) return route.fulfill({ response });
    const body = (await response.text()).replaceAll(':popover-open', ':unheard-of').replaceAll(' popover="auto"', '');
    return route.fulfill({ response, body });
  }

  test.beforeEach(({ page }) => page.route(/\.css$|\/(leaderboard)?$/, forget));

  test('the filters of a board are in the page, and cover nothing of it @long', async ({ page }) => {
    await visit(page, '/leaderboard');
    const filters = page.getByRole('form', { name: 'Filters' });
    await expect(filters).toHaveCSS('position', 'static');
    await expect(filters.getByLabel('Test and figure')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Filters' })).toBeHidden();
    // Whatever lies in front of the page would take this click.
    await page.getByRole('link', { name: 'Compare the machines of a class' }).click();
    await expect(page).toHaveURL(/\/g$/);
  });

  test('all questions are in the page @long', async ({ page }) => {
    await visit(page, '/');
    const questions = page.getByRole('navigation', { name: 'What to measure' }).getByRole('link');
    await expect(questions).toHaveCount(FAMILY_IDS.length);
    for (const question of await questions.all()) await expect(question).toBeVisible();
  });
});
