import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, BrowserType, Page } from '@playwright/test';
import { pidOfChromium, whyNoMemoryLimit, withMemoryLimit } from './memory-limit.mjs';
import { baseURL, launchOptions } from '../site.ts';
import { E2E } from './paths.ts';

/** On the drive of the project, because a temporary folder may be in memory. */
const PROFILES = join(E2E, '.profiles');

/** Creates a folder for a fresh profile and deletes it after `work`. */
export async function withProfileFolder(work: (folder: string) => Promise<void>): Promise<void> {
  mkdirSync(PROFILES, { recursive: true });
  const folder = mkdtempSync(join(PROFILES, 'profile-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Starts the project's browser with a fresh profile on the drive, as users have one, and closes it after `work`.
 *
 * @param memoryBytes what the browser and its page cache may take, where the system can limit it; `null` for all there is
 */
export function withProfile(
  chromium: BrowserType,
  options: BrowserContextOptions,
  work: (context: BrowserContext) => Promise<void>,
  memoryBytes: number | null = null,
): Promise<void> {
  const withLimit = (measure: (limit: (profile: string) => void) => Promise<void>) =>
    memoryBytes === null || whyNoMemoryLimit() !== null
      ? measure(() => undefined)
      : withMemoryLimit(memoryBytes, measure);
  return withProfileFolder((folder) =>
    withLimit(async (limit) => {
      const context = await chromium.launchPersistentContext(folder, { ...options, baseURL, locale: 'en-GB' });
      try {
        limit(folder);
        await work(context);
      } finally {
        await context.close();
      }
    }),
  );
}

/** Opens a private window of a browser that runs, and closes it after `work`. */
export async function withPrivateWindow(
  browser: Browser,
  options: BrowserContextOptions,
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    await work(context);
  } finally {
    await context.close();
  }
}

/** A page of the site without script of its own. */
const BARE_PAGE = `${baseURL}/robots.txt`;

/**
 * A new tab in the process of the one that is there: it has the site's script, compiled, which another process would ask for
 * again. That is half of what it takes to open a page.
 */
async function openBeside(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  if (!page.url().startsWith(baseURL)) await page.goto(BARE_PAGE);
  const [tab] = await Promise.all([context.waitForEvent('page'), page.evaluate((url) => void open(url), BARE_PAGE)]);
  await tab.waitForLoadState();
  return tab;
}

/**
 * Takes over a window in which another test was: closes its pages and deletes all that they kept. Only the files of the site
 * that the browser has loaded stay.
 */
export async function takeOver(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  const page = await openBeside(context);
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(baseURL).origin, storageTypes: 'all' });
  await session.detach();
  // A tab begins with a copy of what its opener had.
  await page.evaluate(() => sessionStorage.clear());
}

export interface Restartable {
  readonly profile: string;
  /** A page in the browser as it runs now. */
  readonly open: () => Promise<Page>;
  readonly restart: (how: 'closed' | 'killed') => Promise<void>;
}

/**
 * Runs `work` on one profile, whose browser it can close or kill and start again. The profile is in `parent`. This is a whole
 * Chromium: the shell has no lock that names its process.
 */
export async function withRestarts(
  chromium: BrowserType,
  work: (browser: Restartable) => Promise<void>,
  parent = PROFILES,
): Promise<void> {
  mkdirSync(parent, { recursive: true });
  const profile = mkdtempSync(join(parent, 'profile-'));
  const launch = () => chromium.launchPersistentContext(profile, { ...launchOptions, baseURL, locale: 'en-GB' });
  let context = await launch();
  const restart: Restartable['restart'] = async (how) => {
    if (how === 'killed') {
      const whenClosed = new Promise((resolve) => context.once('close', resolve));
      process.kill(pidOfChromium(profile), 'SIGKILL');
      await whenClosed;
      // The lock stays behind and says that the profile is in use.
      rmSync(join(profile, 'SingletonLock'), { force: true });
    } else await context.close();
    context = await launch();
  };
  try {
    await work({ profile, restart, open: () => context.newPage() });
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** The files of the private file systems in this profile that have `bytes` bytes. */
export function opfsFilesOnDisk(profile: string, bytes: number): string[] {
  const root = join(profile, 'Default', 'File System');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => {
      // A run deletes files meanwhile.
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats?.isFile() === true && stats.size === bytes;
    });
}
