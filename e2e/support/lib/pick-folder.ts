import type { Page } from '@playwright/test';

/**
 * Replaces the directory picker, which no test can answer, by a folder of the browser's private storage. Both are the
 * same interface.
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
