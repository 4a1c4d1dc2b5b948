import { expect, test } from '../support/fixtures.ts';

test('a browser without synchronous handles is told what is missing', async ({ runPage }) => {
  // The check runs in workers, so their script is changed, not only the page.
  await runPage.page.route(/worker/i, async (route) => {
    const response = await route.fetch();
    const type = response.headers()['content-type'] ?? '';
    if (!type.includes('javascript')) return route.fulfill({ response });
    const body = `delete FileSystemFileHandle.prototype.createSyncAccessHandle;\n${await response.text()}`;
    return route.fulfill({ response, body });
  });
  await runPage.page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'FileSystemSyncAccessHandle');
    Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createSyncAccessHandle');
  });
  await runPage.open();
  await expect(runPage.page.getByText('cannot read and write files synchronously').first()).toBeVisible();
  await expect(runPage.run).toBeDisabled();
});

test('a browser whose handles take no ArrayBuffer, as Chromium before 119, is told to update', async ({ runPage }) => {
  await runPage.page.route(/worker/i, async (route) => {
    const response = await route.fetch();
    const type = response.headers()['content-type'] ?? '';
    if (!type.includes('javascript')) return route.fulfill({ response });
    const refuse = `for (const name of ['read', 'write']) {
      const real = FileSystemSyncAccessHandle.prototype[name];
      FileSystemSyncAccessHandle.prototype[name] = function (buffer, options) {
        if (!ArrayBuffer.isView(buffer)) throw new TypeError("parameter 1 is not of type 'ArrayBufferView'.");
        return real.call(this, buffer, options);
      };
    }\n`;
    return route.fulfill({ response, body: `${refuse}${await response.text()}` });
  });
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

test('a window whose file storage is refused is told to use a normal one', async ({ runPage }) => {
  await runPage.page.addInitScript(() => {
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));
  });
  await runPage.open();
  await expect(runPage.page.getByText('This looks like a private window').first()).toBeVisible();
  await expect(runPage.run).toBeDisabled();
});

test('a browser without a storage manager, as WebKitGTK, is told which ones have it, and so is a script', async ({
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
