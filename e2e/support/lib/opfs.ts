import type { Page } from '@playwright/test';

/** All files of this origin's private file system, as paths. Folders may go while they are looked at. */
export function filesInOpfs(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    async function list(folder: FileSystemDirectoryHandle, prefix: string): Promise<string[]> {
      const found: string[] = [];
      try {
        for await (const [name, entry] of folder.entries()) {
          const path = `${prefix}${name}`;
          if (entry instanceof FileSystemDirectoryHandle) found.push(...(await list(entry, `${path}/`)));
          else found.push(path);
        }
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
      }
      return found;
    }
    return list(await navigator.storage.getDirectory(), '');
  });
}
