import {
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Request,
  type TestInfo,
  type WebError,
} from '@playwright/test';
import type { FamilyRecord } from '@opfsmark/schema/families';
import { drawFrom } from '@opfsmark/schema/test-support/random';
import { Api } from './lib/api.ts';
import { takeOver, withPrivateWindow, withProfile } from './lib/profile.ts';
import { realRecordOf } from './lib/records.ts';
import { FamilyPage } from './page-objects/family-page.ts';
import { LeaderboardPage, SharedRunPage } from './page-objects/published-pages.ts';
import { RunPage } from './page-objects/run-page.ts';
import { baseURL } from './site.ts';

export interface Options {
  /** The memory that a browser of its own and its page cache may take, where that can be limited: forgetting takes seconds then. */
  memoryBytes: number | null;
  /** A real record of Quick, for tests of what can be done with one. */
  measured: FamilyRecord<'matrix'>;
}

export interface WorkerOptions {
  /**
   * `own`: each test has a browser of its own with a profile on the drive, as people have one. `drive`: such a browser is
   * handed from test to test. `private`: so is a private window, which keeps its files in memory. A test that asks for more
   * than a size of the window has one of its own all the same.
   */
  profile: 'own' | 'drive' | 'private';
}

interface WorkerFixtures {
  /** The window that is handed from test to test; `null` where each has its own. */
  sharedWindow: BrowserContext | null;
}

interface Fixtures {
  /** Console messages that this test expects; any other fails it. */
  expectedErrors: RegExp[];
  runPage: RunPage;
  familyPage: FamilyPage;
  leaderboardPage: LeaderboardPage;
  sharedRunPage: SharedRunPage;
  api: Api;
}

/** Of the shared browser with a profile on the drive, where it can be limited: a run that has the system forget more takes half a minute. */
const SHARED_MEMORY_BYTES = 1024 ** 3;

/** Where a test blocks service workers. */
const BLOCKED = 'Service Worker registration blocked by Playwright';

/** In the page: a warning of Svelte is an address alone, which does not say where it comes from. */
function traceWarnings(): void {
  const { warn } = console;
  console.warn = (...args: unknown[]) => {
    const isAddress = String(args[0]).startsWith('https://svelte.dev/');
    warn(...args, ...(isAddress ? [new Error('warned').stack] : []));
  };
}

/** Opens every page of a window with it. */
const tracing = (use: (context: BrowserContext) => Promise<void>) => async (context: BrowserContext) => {
  await context.addInitScript(traceWarnings);
  await use(context);
};

/** Collects console errors and warnings, uncaught errors and requests to other sites: no test allows them by default. */
function collectProblems(context: BrowserContext) {
  const problems: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    const isProblem = message.type() === 'error' || message.type() === 'warning';
    if (isProblem && message.text() !== BLOCKED) problems.push(message.text());
  };
  const onError = (error: WebError) => problems.push(String(error.error()));
  const onRequest = (request: Request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(`${baseURL}/`)) problems.push(`request to a third party: ${url}`);
  };
  context.on('console', onConsole).on('weberror', onError).on('request', onRequest);
  return {
    /** Ends the collecting. */
    expectOnly(expectedErrors: readonly RegExp[]): void {
      context.off('console', onConsole).off('weberror', onError).off('request', onRequest);
      const unexpectedProblems = problems.filter((text) => !expectedErrors.some((expected) => expected.test(text)));
      if (unexpectedProblems.length > 0) throw new Error(`The page had problems:\n${unexpectedProblems.join('\n')}`);
    },
  };
}

/** Runs that are made up differ from each other and from those of other tests, and are the same whenever this one runs. */
const drawOwn = ({ testId }: TestInfo) => drawFrom(Number.parseInt(testId.slice(-8), 16));

export const test = base.extend<Options & Fixtures, WorkerOptions & WorkerFixtures>({
  profile: ['own', { option: true, scope: 'worker' }],
  memoryBytes: [null, { option: true }],
  measured: [realRecordOf('quick', 'matrix'), { option: true }],
  sharedWindow: [
    ({ playwright, browser, profile }, use, { project }) => {
      // All by name: what is missing here would be taken from the first test.
      const { baseURL, locale, serviceWorkers, viewport } = project.use;
      const own = { baseURL, locale, serviceWorkers, viewport } as BrowserContextOptions;
      // Each frame of what glides is drawn by the processor.
      const options = { ...own, reducedMotion: 'reduce' as const };
      if (profile === 'own') return use(null);
      return profile === 'drive'
        ? withProfile(playwright.chromium, options, tracing(use), SHARED_MEMORY_BYTES)
        : withPrivateWindow(browser, options, tracing(use));
    },
    { scope: 'worker' },
  ],
  context: async (
    {
      playwright,
      browser,
      sharedWindow,
      profile,
      memoryBytes,
      expectedErrors,
      contextOptions,
      javaScriptEnabled,
      permissions,
      serviceWorkers,
      timezoneId,
    },
    use,
  ) => {
    const work = async (context: BrowserContext) => {
      const problems = collectProblems(context);
      await use(context);
      problems.expectOnly(expectedErrors);
    };
    const asks = { permissions, timezoneId, ...contextOptions };
    const asksForMore = !javaScriptEnabled || serviceWorkers !== 'block' || Object.values(asks).some(Boolean);
    if (sharedWindow && !asksForMore) {
      await takeOver(sharedWindow);
      return work(sharedWindow);
    }
    // Playwright's own contexts are private windows, which keep their files in memory.
    return profile === 'private'
      ? withPrivateWindow(browser, contextOptions, tracing(work))
      : withProfile(playwright.chromium, {}, tracing(work), memoryBytes);
  },
  // With every window comes one.
  page: async ({ context, viewport }, use, info) => {
    drawOwn(info);
    const page = context.pages()[0] ?? (await context.newPage());
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
  expectedErrors: [[], { option: true }],
  runPage: ({ page }, use) => use(new RunPage(page)),
  familyPage: ({ page }, use) => use(new FamilyPage(page)),
  leaderboardPage: ({ page }, use) => use(new LeaderboardPage(page)),
  sharedRunPage: ({ page }, use) => use(new SharedRunPage(page)),
  api: ({ request }, use, info) => {
    drawOwn(info);
    return use(new Api(request));
  },
});

/**
 * The end of the title of a test that only `npm run test:long` runs, as `@long` in any other title: it takes long, or shows
 * once more what others show.
 */
export const longUnless = (isSoon: boolean): string => (isSoon ? '' : ' @long');

export { expect } from '@playwright/test';
