/** What happens to a page during its run: another tab hides it, the computer sleeps, people look at it for minutes. */
import { flagsOf, type FamilyRecord, familyOf, type FamilyId } from '@opfsmark/schema/families';
import type { BrowserType } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { expect, test } from '../support/fixtures.ts';
import { withProfileFolder } from '../support/lib/profile.ts';
import { BRIEF, SHORT, LONG } from '../support/page-objects/run-page.ts';
import { baseURL, launchOptions } from '../support/site.ts';
import { collectTimesLeft, expectNeverZeroLeft } from '../support/lib/workers.ts';

/** A hidden page draws no frames, so it is asked in intervals. */
const POLLING = { timeout: 90_000, polling: 250 };

/** Playwright tells every page that it is visible, even behind another tab. Here tabs hide each other as in real use. */
async function withBrowser(
  { chromium }: { chromium: BrowserType },
  use: (browser: Browser) => Promise<void>,
): Promise<void> {
  await withProfileFolder(async (userDataDir) => {
    const executablePath = launchOptions.executablePath ?? chromium.executablePath();
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

const untilRunning = (page: Page) =>
  page.waitForFunction(() => document.querySelector('main table')?.textContent.includes('running'), POLLING);

async function recordOf(page: Page): Promise<FamilyRecord<'matrix'>> {
  await page.waitForFunction(() => window.opfsmark?.status === 'done', POLLING);
  return (await page.evaluate(() => window.opfsmark?.record)) as FamilyRecord<'matrix'>;
}

const WARNING = 'The page was hidden during the run';

test('a run goes on when another tab hides its page, and the result says so', async ({ playwright }) => {
  await withBrowser(playwright, async (browser) => {
    const page = await startRun(browser, SHORT);
    await untilRunning(page);
    await (await browser.newPage()).bringToFront();
    const record = await recordOf(page);
    expect(await page.evaluate(() => document.visibilityState)).toBe('hidden');
    expect(record.environment.visibility_changes).toBe(1);
    expect(flagsOf(familyOf<FamilyId>(record.family), record).map(({ code }) => code)).toContain('hidden_during_pass');
    expect(record.result.jobs.map(({ status }) => status)).toEqual(Array(4).fill('done'));
    await page.bringToFront();
    await page.waitForFunction((warning) => document.body.innerText.includes(warning), POLLING, WARNING);
  });
});

test('a run whose page stays in front has no such warning', async ({ playwright }) => {
  await withBrowser(playwright, async (browser) => {
    const page = await startRun(browser, BRIEF);
    const record = await recordOf(page);
    expect(record.environment.visibility_changes).toBe(0);
    expect(flagsOf(familyOf<FamilyId>(record.family), record).map(({ code }) => code)).not.toContain(
      'hidden_during_pass',
    );
    expect(record.result.jobs.map(({ status }) => status)).toEqual(['done']);
    expect(await page.evaluate(() => document.body.innerText)).not.toContain(WARNING);
  });
});

/** Twice the least that is noticed. */
const STILL_MS = 3_000;
/** One row, each pass of which lasts longer than it takes to stop a process. */
const ONE_ROW = { ...SHORT, rows: 'SEQ1M-Q1T1', revisit: '1', limit: '5' };

/** A renderer that is stopped stands for a computer that sleeps: page and workers stand still, and the clock goes on. */
async function renderersOf(browser: Browser): Promise<number[]> {
  const session = await browser.target().createCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

test('a browser that stood still during a pass measures it again, and says for how long', async ({ playwright }) => {
  await withBrowser(playwright, async (browser) => {
    const page = await startRun(browser, ONE_ROW);
    await untilRunning(page);
    const renderers = await renderersOf(browser);
    for (const id of renderers) process.kill(id, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, STILL_MS));
    for (const id of renderers) process.kill(id, 'SIGCONT');
    const record = await recordOf(page);
    expect(record.status).toBe('done');
    expect(record.environment.pauses).toHaveLength(1);
    // Between two passes where it was stopped just then.
    expect(record.environment.pauses?.[0]?.outcome).toMatch(/^(repeated|between)$/);
    await page.waitForFunction(() => document.body.innerText.includes('stood still for'), POLLING);
  });
});

test('the live chart is titled with the test that runs, whole on any width, and nothing ever says "0 s left"', async ({
  page,
  runPage,
}) => {
  await collectTimesLeft(page);
  await runPage.open(LONG);
  await runPage.begin();
  const title = page.getByText('SEQ1M Q1 read, MB/s', { exact: true });
  await expect(title).toBeVisible();
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const layout = await title.evaluate((element) => {
      const { right, height } = element.getBoundingClientRect();
      const lines = height / Number.parseFloat(getComputedStyle(element).lineHeight);
      return {
        beyondItsBox: element.clientWidth === 0 ? 0 : Math.max(0, element.scrollWidth - element.clientWidth),
        beyondThePage: Math.max(0, right - document.documentElement.clientWidth),
        lines: Math.round(lines),
      };
    });
    expect(layout, `${width} px`).toEqual({ beyondItsBox: 0, beyondThePage: 0, lines: 1 });
  }
  await runPage.stop.click();
  await expectNeverZeroLeft(page);
});
