/**
 * Runs Quick on a site in one browser after another, publishes it and opens its permalink in the same browser:
 * `npm run whole-runs -w labs -- ORIGIN BROWSER ...`. One line for each; names are those of `browsers`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Page } from 'puppeteer-core';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { findBrowser } from './install.ts';

const FOLDER = fileURLToPath(new URL('../build/browsers', import.meta.url));
const RUN_MS = 300_000;
const STEP_MS = 60_000;

/** Waits until a page can measure; resolves with what it says where it cannot. */
async function refusal(page: Page): Promise<string | null> {
  const said = await page.waitForFunction(
    `(() => {
      const refused = document.querySelector('[role="alert"] h2');
      if (refused) return refused.innerText;
      const run = [...document.querySelectorAll('main button')].find((button) => button.innerText.trim() === 'Run');
      return run && !run.disabled && 'ready';
    })()`,
    { timeout: STEP_MS },
  );
  const text = (await said.jsonValue()) as string;
  return text === 'ready' ? null : text;
}

async function clickButton(page: Page, within: string, text: string): Promise<void> {
  await page.locator(`${within} button::-p-text(${text})`).setTimeout(STEP_MS).click();
}

async function runWhole(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/?profile=quick&lang=en`, { timeout: STEP_MS });
  const refused = await refusal(page);
  if (refused !== null) return `cannot measure: ${refused}`;
  await clickButton(page, 'main', 'Run');
  await page.waitForFunction("['done', 'failed'].includes(window.opfsmark?.status)", { timeout: RUN_MS });
  const error = (await page.evaluate('window.opfsmark.error?.message ?? null')) as string | null;
  // The button may be there before the browser was asked what it can.
  if (error !== null) return `cannot measure: ${(await refusal(page)) ?? error}`;
  await clickButton(page, 'main', 'Publish');
  await page.locator('dialog[open] input').setTimeout(STEP_MS).fill('Browsers of the lab');
  await clickButton(page, 'dialog[open]', 'Publish');
  const link = await page.waitForSelector('a[href*="/r/"]', { timeout: STEP_MS });
  const address = (await link?.evaluate((element) => element.href)) ?? '';
  const answer = await page.goto(address, { timeout: STEP_MS });
  const heading = await page.$eval('h1', (element) => element.textContent).catch(() => null);
  if (answer?.status() !== 200 || heading === null) return `its permalink answers ${answer?.status() ?? 'nothing'}`;
  return `whole: ${address}`;
}

async function tryBrowser(name: string, origin: string): Promise<string> {
  const browser = await findBrowser(name);
  if ('driverUrl' in browser) throw new Error('only browsers of this computer');
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, 'whole-'));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const launched = await puppeteer.launch({
    ...{ browser: browser.family === 'firefox' ? 'firefox' : 'chrome', executablePath: browser.path },
    ...{ headless: browser.isShell ? 'shell' : true, userDataDir: join(folder, 'profile'), protocolTimeout: RUN_MS },
    args: browser.family === 'firefox' ? [] : sandbox,
    // Firefox does not start without a home that it may write to.
    env: { ...process.env, HOME: folder },
  });
  try {
    const version = (await launched.version()).replace(/^\D+/, '');
    return `${version}: ${await runWhole(await launched.newPage(), origin)}`;
  } finally {
    await launched.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

await main(async () => {
  const [origin, ...names] = process.argv.slice(2);
  if (origin === undefined || names.length === 0)
    throw new PlainError('npm run whole-runs -w labs -- ORIGIN BROWSER ...');
  for (const name of names) {
    const told = await tryBrowser(name, origin).catch((error: unknown) => (error as Error).message.split('\n')[0]);
    say(`${name}: ${told}`);
  }
});
