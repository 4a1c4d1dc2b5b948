import { join } from 'node:path';
import { test } from '@playwright/test';
import type { RunRecord } from '@opfsmark/schema/families';
import puppeteer, { type Page } from 'puppeteer-core';
import { findFirefox } from '../../../scripts/lib/browsers.mjs';
import { withProfileFolder } from './profile.ts';

/** Opens a page in a stock Firefox with a fresh profile, and closes the browser after `work`; skips the test where there is none. */
export function withFirefox(work: (page: Page) => Promise<void>): Promise<void> {
  const executablePath = findFirefox();
  const why = 'there is no Firefox here, and it could not be installed';
  if (executablePath === undefined) console.log(`skipped: ${why}`);
  test.skip(executablePath === undefined, why);
  return withProfileFolder(async (folder) => {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      ...(executablePath !== undefined && { executablePath }),
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

/** The record of the run on this page, as soon as it has ended, and its error. */
export async function endOfRun(page: Page, timeout: number): Promise<{ error: unknown; record: RunRecord }> {
  await page.waitForFunction(() => /done|failed/.test(window.opfsmark?.status ?? ''), { timeout });
  const text = await page.evaluate(() => JSON.stringify(window.opfsmark ?? null));
  return JSON.parse(text) as { error: unknown; record: RunRecord };
}

/** The files and folders that a run left. */
export function namesInOpfs(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const name of root.keys()) names.push(name);
    return names;
  });
}
