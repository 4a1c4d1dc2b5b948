/**
 * Runs Quick in one browser after another, publishes it and opens its permalink in the same browser:
 * `npm run whole-runs -w labs -- BROWSER ...`. One line for each; names are those of `browsers`. Before them may stand the address of
 * a site that runs; else one is served.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Page } from 'puppeteer-core';
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { findBrowser } from './install.ts';
import { siteAt } from './site.ts';

const FOLDER = fileURLToPath(new URL('../build/browsers', import.meta.url));
const RUN_MS = 300_000;
const STEP_MS = 60_000;
const ASK_EVERY_MS = 250;

/** What the page tells a script that drives it. */
declare const opfsmark: { readonly status: string; readonly error: { readonly message: string } | null } | undefined;

/**
 * Asks the page until it says something. Not by puppeteer's own ways to wait, which evaluate text in the page: its policy forbids
 * that, and Firefox 140 holds scripts from outside to it.
 */
async function ask<Answer>(page: Page, question: () => Answer | null, limitMs = STEP_MS): Promise<Answer> {
  const endMs = performance.now() + limitMs;
  while (performance.now() < endMs) {
    const answer = (await page.evaluate(question)) as Answer | null;
    if (answer !== null) return answer;
    await sleep(ASK_EVERY_MS);
  }
  throw new Error(`nothing came of it within ${limitMs / 1000} s: ${question.toString().replaceAll(/\s+/g, ' ')}`);
}

/** What the page says where it cannot measure; `ready` where it can. */
const readiness = () => {
  const refused = document.querySelector<HTMLElement>('[role="alert"] h2');
  if (refused) return refused.innerText;
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')];
  return buttons.some(({ innerText, disabled }) => innerText.trim() === 'Run' && !disabled) ? 'ready' : null;
};

async function clickButton(page: Page, within: string, text: string): Promise<void> {
  const click = (selector: string, wanted: string) => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>(selector)];
    const button = buttons.find(({ innerText, disabled }) => innerText.trim() === wanted && !disabled);
    button?.click();
    return button !== undefined;
  };
  const endMs = performance.now() + STEP_MS;
  while (!(await page.evaluate(click, `${within} button`, text))) {
    if (performance.now() > endMs) throw new Error(`there is no button ${text} in ${within}`);
    await sleep(ASK_EVERY_MS);
  }
}

async function runWhole(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/?profile=quick&lang=en`, { timeout: STEP_MS });
  const said = await ask(page, readiness);
  if (said !== 'ready') return `cannot measure: ${said}`;
  await clickButton(page, 'main', 'Run');
  const ended = await ask(
    page,
    () => (/done|failed/.test(opfsmark?.status ?? '') ? { error: opfsmark?.error } : null),
    RUN_MS,
  );
  // The button may be there before the browser was asked what it can.
  if (ended.error) return `cannot measure: ${await ask(page, readiness)} (${ended.error.message})`;
  await clickButton(page, 'main', 'Publish');
  await ask(page, () => {
    const device = document.querySelector<HTMLInputElement>('dialog[open] input[required]');
    if (device === null) return null;
    device.value = 'Browsers of the lab';
    return device.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await clickButton(page, 'dialog[open]', 'Publish');
  const { address, refusal } = await ask(page, () => {
    const link = document.querySelector<HTMLAnchorElement>('dialog[open] a[href*="/r/"]');
    const alert = document.querySelector<HTMLElement>('dialog[open] [role="alert"]');
    return link || alert ? { address: link?.href ?? null, refusal: alert?.innerText } : null;
  });
  if (address === null) return `was not published: ${refusal ?? ''}`;
  const answer = await page.goto(address, { timeout: STEP_MS });
  const heading = await page.evaluate(() => document.querySelector('h1')?.innerText ?? '');
  if (answer?.status() !== 200 || heading === '') return `its permalink answers ${answer?.status() ?? 'nothing'}`;
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
  const words = process.argv.slice(2);
  const [address] = words.filter((word) => /^https?:/.test(word));
  const names = words.filter((word) => word !== address);
  if (names.length === 0) throw new PlainError('npm run whole-runs -w labs -- [ORIGIN] BROWSER ...');
  const { origin, close } = await siteAt(address);
  try {
    for (const name of names) {
      const told = await tryBrowser(name, origin).catch((error: unknown) => (error as Error).message.split('\n')[0]);
      say(`${name}: ${told}`);
    }
  } finally {
    await close();
  }
});
