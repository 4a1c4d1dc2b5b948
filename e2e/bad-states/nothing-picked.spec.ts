import { expect, test } from '../support/fixtures.ts';

test('a browser that cannot pick folders says so, and offers to measure with a file', async ({ familyPage }) => {
  const { page } = familyPage;
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'));
  await familyPage.openFamily('picked-folder');
  await expect(page.getByText('This browser cannot pick folders.')).toBeVisible();
  await expect(familyPage.run).toBeDisabled();
  await page.getByRole('link', { name: 'Measure with a file instead' }).click();
  await expect(page.getByRole('heading', { name: 'How fast is a drive that I may only read?' })).toBeVisible();
  await expect(familyPage.run).toBeEnabled();
});

test('a picker that is closed without a choice starts no run', async ({ familyPage }) => {
  const { page } = familyPage;
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => Promise.reject(new DOMException('nobody', 'AbortError')) });
  });
  await familyPage.openFamily('picked-folder');
  await familyPage.run.click();
  await expect(familyPage.run).toBeEnabled();
  expect(await familyPage.familyRecord()).toBeNull();
});
