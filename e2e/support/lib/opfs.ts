import { expect, type Page } from '@playwright/test';

/** All files of this origin's private file system, as paths. Folders may be deleted during the listing. */
export function filesInOpfs(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    async function list(folder: FileSystemDirectoryHandle, prefix: string): Promise<string[]> {
      const paths: string[] = [];
      try {
        for await (const [name, entry] of folder.entries()) {
          const path = `${prefix}${name}`;
          if (entry instanceof FileSystemDirectoryHandle) paths.push(...(await list(entry, `${path}/`)));
          else paths.push(path);
        }
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
      }
      return paths;
    }
    return list(await navigator.storage.getDirectory(), '');
  });
}

/** Waits until every file is deleted. The page is free before that: workers leave their call first, then the files go. */
export async function expectFilesDeleted(page: Page): Promise<void> {
  await expect.poll(() => filesInOpfs(page)).toEqual([]);
}

/** Gives the site of an open page so much room, until the page is closed. */
export async function overrideQuota(page: Page, quotaSize: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize });
}
