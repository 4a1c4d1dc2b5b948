/** Playwright tells each of its pages that it is seen, whatever lies before it: here tabs hide each other as they do. */
import { flagsOf, type RunRecord } from '@opfsmark/schema';
import puppeteer from 'puppeteer-core';
import { expect, test } from '../support/fixtures.ts';
import { withProfileFolder } from '../support/lib/profile.ts';
import { SHORT } from '../support/page-objects/run-page.ts';
import { baseURL, launchOptions } from '../support/site.ts';

test('a page that another tab hides while it measures goes on, and says so', async ({ playwright }) => {
  await withProfileFolder(async (userDataDir) => {
    const executablePath = launchOptions.executablePath ?? playwright.chromium.executablePath();
    const browser = await puppeteer.launch({ ...launchOptions, executablePath, userDataDir });
    try {
      const page = await browser.newPage();
      await page.goto(`${baseURL}/?${new URLSearchParams({ ...SHORT, autorun: '1' })}`);
      await page.waitForFunction(() => document.querySelector('main table')?.textContent.includes('MB/s'));
      await (await browser.newPage()).bringToFront();
      // A page out of sight draws no frames: it is asked now and then.
      const done = () => window.opfsmark?.status === 'done';
      await page.waitForFunction(done, { timeout: 50_000, polling: 250 });

      const record = (await page.evaluate(() => window.opfsmark?.record)) as RunRecord;
      expect(record.environment.visibility_changes).toBe(1);
      expect(flagsOf(record).map(({ code }) => code)).toContain('hidden_during_pass');
      expect(record.result.jobs.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done']);
      await page.bringToFront();
      await page.waitForFunction(() => document.body.innerText.includes('The page was hidden while it measured'));
    } finally {
      await browser.close();
    }
  });
});
