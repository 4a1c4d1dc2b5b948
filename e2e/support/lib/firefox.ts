import { join } from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';
import { withProfileFolder } from './profile.ts';

/** A page in a stock Firefox with a fresh profile on disk, for as long as `work` takes. */
export function withFirefox(executablePath: string, work: (page: Page) => Promise<void>): Promise<void> {
  return withProfileFolder(async (folder) => {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      userDataDir: join(folder, 'profile'),
      // It does not start where it may not write into its home.
      env: { ...process.env, HOME: folder },
      // The page is English or Japanese by the browser's language.
      extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
    });
    try {
      await work(await browser.newPage());
    } finally {
      await browser.close();
    }
  });
}
