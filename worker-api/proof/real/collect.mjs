/**
 * Measures for real and keeps the records: node proof/real/collect.mjs ORIGIN. ORIGIN serves the site, and Chromium or
 * Firefox is told by BROWSER (chromium, firefox).
 */
import { writeFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const [origin = 'http://localhost:8787'] = process.argv.slice(2);
const name = process.env.BROWSER ?? 'chromium';
const PATHS = { chromium: '/usr/bin/chromium', firefox: '/usr/bin/firefox-esr' };
const QUESTIONS = {
  quick: 'profile=quick',
  mix: 'profile=quick&size=64MiB&limit=1&dir=read,write,mix&loops=2',
  peak: 'profile=peak&size=128MiB&limit=1&loops=3&interval=0',
  one: 'profile=demo&size=16MiB&limit=1&loops=5&interval=0',
  revisit: 'profile=real-world&size=16MiB&limit=1&loops=2&interval=0&revisit=1',
  unlimited: 'profile=quick&size=32MiB&limit=0&dir=write',
  small: 'profile=quick&rows=RND512B-Q1T1,SEQ16M-Q2T1,RND64K-Q64T1&size=64MiB&limit=1',
};

const browser = await puppeteer.launch({
  browser: name === 'firefox' ? 'firefox' : 'chrome',
  executablePath: PATHS[name],
  protocolTimeout: 600_000,
  args: name === 'firefox' ? [] : ['--no-sandbox'],
});
try {
  for (const [question, search] of Object.entries(QUESTIONS)) {
    const page = await browser.newPage();
    await page.bringToFront();
    await page.goto(`${origin}/?${search}&autorun=1`);
    await page.waitForFunction(() => ['done', 'failed'].includes(globalThis.opfsmark?.status), { timeout: 300_000 });
    const { status, record, error } = await page.evaluate(() => structuredClone(globalThis.opfsmark));
    console.log(question, status, error ?? '');
    const file = new URL(`${name}-${question}.json`, import.meta.url);
    if (record) writeFileSync(file, `${JSON.stringify(record)}\n`);
    await page.close();
  }
} finally {
  await browser.close();
}
