import { createRequire } from 'node:module';
import { run, toolEnv } from './command.mjs';
import { findCommand, install, isExecutable } from './packages.mjs';
import { PlainError, say } from './say.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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

/** Finds or installs a Chromium, and tries for the shell of Debian's: a package of its own, of the same version. */
export async function needHeadlessShell() {
  await needChromium();
  if (findChromium() === DEBIAN_CHROMIUM && !isExecutable(DEBIAN_SHELL)) {
    await install({ apt: ['chromium-headless-shell'] });
  }
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

const MAC_FIREFOX = '/Applications/Firefox.app/Contents/MacOS/firefox';

/**
 * A stock Firefox to test with; undefined where there is none.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return findCommand('firefox-esr', 'firefox') ?? [MAC_FIREFOX].find(isExecutable);
}

/**
 * Finds or installs a Firefox; why there is none, where neither is possible.
 * @returns {Promise<string | null>}
 */
export async function needFirefox() {
  if (findFirefox()) return null;
  const { why } = await install({ apt: ['firefox-esr'] });
  return findFirefox() ? null : `No Firefox was found. ${why}`;
}

/** Where Debian keeps what belongs to a version of the library. */
const LIBRARIES = '/usr/lib';

/** The small browser that comes with the library, which its driver starts. */
function findMiniBrowser() {
  if (!existsSync(LIBRARIES)) return undefined;
  const folders = readdirSync(LIBRARIES).filter((name) => name.endsWith('-linux-gnu'));
  const versions = folders.flatMap((folder) =>
    readdirSync(join(LIBRARIES, folder))
      .filter((name) => name.startsWith('webkit2gtk-'))
      .map((name) => join(LIBRARIES, folder, name, 'MiniBrowser')),
  );
  return versions.findLast(isExecutable);
}

/**
 * A WebKitGTK to test with: its driver, its browser, and a screen for it that nobody sees; undefined where one is missing.
 * @returns {{ driver: string, browser: string, screen: string } | undefined}
 */
export function findWebKit() {
  const [driver, browser, screen] = [findCommand('WebKitWebDriver'), findMiniBrowser(), findCommand('Xvfb')];
  return driver && browser && screen ? { driver, browser, screen } : undefined;
}

/**
 * Finds or installs a WebKitGTK; why there is none, where neither is possible.
 * @returns {Promise<string | null>}
 */
export async function needWebKit() {
  if (findWebKit()) return null;
  const { why } = await install({ apt: ['webkit2gtk-driver', 'xvfb'] });
  return findWebKit() ? null : `No WebKitGTK was found. ${why}`;
}
