import { join } from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';
import { withProfileFolder } from './profile.ts';

/** Opens a page in a stock Firefox with a fresh profile, and closes the browser after `work`. */
export function withFirefox(executablePath: string, work: (page: Page) => Promise<void>): Promise<void> {
  return withProfileFolder(async (folder) => {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      userDataDir: join(folder, 'profile'),
      // It does not start without a home that it may write to.
      env: { ...process.env, HOME: folder },
      // The page follows the browser's language.
      extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
    });
    try {
      await work(await browser.newPage());
    } finally {
      await browser.close();
    }
  });
}

/** What a run left of its files and folders. */
export function namesInOpfs(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const name of root.keys()) names.push(name);
    return names;
  });
}
