import type { Page } from '@playwright/test';

/**
 * Nobody can answer Chromium's picker, neither Playwright nor the browser's own protocol: a folder of the browser's
 * private storage stands for a picked one. Everything behind the picker is the same interface.
 */
export async function pickFolderOfOwn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pick = async () => {
      const root = await navigator.storage.getDirectory();
      return root.getDirectoryHandle('picked', { create: true });
    };
    Object.assign(window, { showDirectoryPicker: pick });
  });
}
