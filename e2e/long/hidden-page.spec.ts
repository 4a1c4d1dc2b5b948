/** Playwright tells every page that it is visible, even behind another tab. Here tabs hide each other as in real use. */
import { flagsOf, type FamilyRecord } from '@opfsmark/schema/families';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { expect, test } from '../support/fixtures.ts';
import { withProfileFolder } from '../support/lib/profile.ts';
import { BRIEF, SHORT } from '../support/page-objects/run-page.ts';
import { baseURL, launchOptions } from '../support/site.ts';

/** A hidden page draws no frames, so it is asked in intervals. */
const ASKED = { timeout: 50_000, polling: 250 };

async function withBrowser(defaultPath: string, use: (browser: Browser) => Promise<void>): Promise<void> {
  await withProfileFolder(async (userDataDir) => {
    const executablePath = launchOptions.executablePath ?? defaultPath;
    const browser = await puppeteer.launch({ ...launchOptions, executablePath, userDataDir });
    try {
      await use(browser);
    } finally {
      await browser.close();
    }
  });
}

async function startRun(browser: Browser, plan: Record<string, string>): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${baseURL}/?${new URLSearchParams({ ...plan, autorun: '1', lang: 'en' })}`);
  return page;
}

async function recordOf(page: Page): Promise<FamilyRecord<'matrix'>> {
  await page.waitForFunction(() => window.opfsmark?.status === 'done', ASKED);
  return (await page.evaluate(() => window.opfsmark?.record)) as FamilyRecord<'matrix'>;
}

const WARNING = 'The page was hidden during the run';

test('a run goes on when another tab hides its page, and the result says so', async ({ playwright }) => {
  await withBrowser(playwright.chromium.executablePath(), async (browser) => {
    const page = await startRun(browser, SHORT);
    await page.waitForFunction(() => document.querySelector('main table')?.textContent.includes('running'), ASKED);
    await (await browser.newPage()).bringToFront();
    const record = await recordOf(page);
    expect(await page.evaluate(() => document.visibilityState)).toBe('hidden');
    expect(record.environment.visibility_changes).toBe(1);
    expect(flagsOf(record).map(({ code }) => code)).toContain('hidden_during_pass');
    expect(record.result.jobs.map(({ status }) => status)).toEqual(Array(4).fill('done'));
    await page.bringToFront();
    await page.waitForFunction((warning) => document.body.innerText.includes(warning), ASKED, WARNING);
  });
});

test('a run whose page stays in front has no such warning', async ({ playwright }) => {
  await withBrowser(playwright.chromium.executablePath(), async (browser) => {
    const page = await startRun(browser, BRIEF);
    const record = await recordOf(page);
    expect(record.environment.visibility_changes).toBe(0);
    expect(flagsOf(record).map(({ code }) => code)).not.toContain('hidden_during_pass');
    expect(record.result.jobs.map(({ status }) => status)).toEqual(['done']);
    expect(await page.evaluate(() => document.body.innerText)).not.toContain(WARNING);
  });
});
