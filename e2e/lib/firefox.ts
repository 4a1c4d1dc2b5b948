import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';

const PROFILES = join(import.meta.dirname, '..', '.profiles');

/** A page in a stock Firefox with a fresh profile on disk, for as long as `work` takes. */
export async function withFirefox(executablePath: string, work: (page: Page) => Promise<void>): Promise<void> {
  mkdirSync(PROFILES, { recursive: true });
  const folder = mkdtempSync(join(PROFILES, 'firefox-'));
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
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
