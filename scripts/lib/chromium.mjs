import { createRequire } from 'node:module';
import { run, toolEnv } from './command.mjs';
import { findCommand, isExecutable } from './find.mjs';
import { install } from './packages.mjs';
import { PlainError, say } from './say.mjs';

const MAC_BROWSERS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Playwright's own, which it finds without being told. */
function playwrightsOwn() {
  const { chromium } = createRequire(import.meta.url)('playwright-core');
  const path = chromium.executablePath();
  return isExecutable(path) ? path : undefined;
}

/**
 * A Chromium to test with; undefined where there is none.
 * @returns {string | undefined}
 */
export function findChromium() {
  return (
    playwrightsOwn() ??
    findCommand('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
    MAC_BROWSERS.find(isExecutable)
  );
}

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell';

/** Tries for the shell of Debian's Chromium: a package of its own, of the same version. */
export async function needHeadlessShell() {
  if (findChromium() === DEBIAN_CHROMIUM && !isExecutable(DEBIAN_SHELL)) {
    await install({ apt: ['chromium-headless-shell'] });
  }
}

/**
 * The same engine without the windows and services of a browser: opening one costs half as much. What is judged by its
 * numbers is measured in a whole Chromium, which also stands in where this one is missing.
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  const chromium = findChromium();
  return chromium === DEBIAN_CHROMIUM && isExecutable(DEBIAN_SHELL) ? DEBIAN_SHELL : chromium;
}

/** Finds or installs a Chromium. */
export async function needChromium() {
  if (!findChromium()) await installChromium();
}

async function installChromium() {
  const { why } = await install({ apt: ['chromium'] });
  if (findChromium()) return;
  say("Downloading Playwright's Chromium ...");
  await run('npm', ['exec', '--', 'playwright', 'install', 'chromium'], { env: toolEnv() });
  if (findChromium()) return;
  throw new PlainError(
    `No Chromium was found for the browser tests. ${why} Install Chromium or Google Chrome (Debian: "sudo apt-get install chromium"; anywhere: "npx playwright install chromium") and run this again.`,
  );
}
