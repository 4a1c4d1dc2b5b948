/** A renderer that is stopped stands for a computer that sleeps: page and workers stand still, and the clock goes on. */
import type { FamilyRecord } from '@opfsmark/schema/families';
import puppeteer, { type Browser } from 'puppeteer-core';
import { expect, test } from '../support/fixtures.ts';
import { withProfileFolder } from '../support/lib/profile.ts';
import { SHORT } from '../support/page-objects/run-page.ts';
import { baseURL, launchOptions } from '../support/site.ts';

/** Twice the least that is noticed. */
const STILL_MS = 3_000;
/** One row, each pass of which lasts longer than it takes to stop a process. */
const PLAN = { ...SHORT, rows: 'SEQ1M-Q1T1', revisit: '1', limit: '5', autorun: '1', lang: 'en' };
const POLLED = { timeout: 90_000, polling: 250 };

async function renderersOf(browser: Browser): Promise<number[]> {
  const session = await browser.target().createCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

test('a browser that stood still during a pass measures it again, and says for how long', async ({ playwright }) => {
  await withProfileFolder(async (userDataDir) => {
    const executablePath = launchOptions.executablePath ?? playwright.chromium.executablePath();
    const browser = await puppeteer.launch({ ...launchOptions, executablePath, userDataDir });
    try {
      const page = await browser.newPage();
      await page.goto(`${baseURL}/?${new URLSearchParams(PLAN)}`);
      await page.waitForFunction(() => document.querySelector('main table')?.textContent.includes('running'), POLLED);
      const renderers = await renderersOf(browser);
      for (const id of renderers) process.kill(id, 'SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, STILL_MS));
      for (const id of renderers) process.kill(id, 'SIGCONT');
      await page.waitForFunction(() => window.opfsmark?.status === 'done', POLLED);
      const record = (await page.evaluate(() => window.opfsmark?.record)) as FamilyRecord<'matrix'>;
      expect(record.status).toBe('done');
      expect(record.environment.pauses).toHaveLength(1);
      // Between two passes where it was stopped just then.
      expect(record.environment.pauses?.[0]?.outcome).toMatch(/^(repeated|between)$/);
      await page.waitForFunction(() => document.body.innerText.includes('stood still for'), POLLED);
    } finally {
      await browser.close();
    }
  });
});
