import { test as base, type BrowserContext } from '@playwright/test';
import type { FamilyRecord } from '@opfsmark/schema/families';
import { Api } from './lib/api.ts';
import { withPrivateWindow, withProfile } from './lib/profile.ts';
import { realRecordOf } from './lib/real-record.ts';
import { FamilyPage } from './page-objects/family-page.ts';
import { LeaderboardPage } from './page-objects/leaderboard-page.ts';
import { RunPage } from './page-objects/run-page.ts';
import { SharedRunPage } from './page-objects/shared-run-page.ts';
import { baseURL } from './site.ts';

export interface Options {
  /**
   * `own`: a browser of its own with a profile on the drive, as people have one, for what measures. `private`: a window of
   * the browser that all tests share, which starts in a tenth of the time.
   */
  profile: 'own' | 'private';
  /** What a browser of its own and its page cache may take, where that can be limited: forgetting takes seconds then. */
  memoryBytes: number | null;
  /** A real record of Quick, for tests of what can be done with one. */
  measured: FamilyRecord<'matrix'>;
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

/** Where a test blocks service workers. */
const BLOCKED = 'Service Worker registration blocked by Playwright';

/** In the page: a warning of Svelte is an address alone, which does not say where it comes from. */
function traceWarnings(): void {
  const { warn } = console;
  console.warn = (...said: unknown[]) => {
    const isAddress = String(said[0]).startsWith('https://svelte.dev/');
    warn(...said, ...(isAddress ? [new Error('warned').stack] : []));
  };
}

/** Collects console errors and warnings, uncaught errors and requests to other sites: no test allows them by default. */
function collectProblems(context: BrowserContext): readonly string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    const isProblem = message.type() === 'error' || message.type() === 'warning';
    if (isProblem && message.text() !== BLOCKED) problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('request', (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(`${baseURL}/`)) problems.push(`request to a third party: ${url}`);
  });
  return problems;
}

export const test = base.extend<Options & Fixtures>({
  profile: ['own', { option: true }],
  memoryBytes: [null, { option: true }],
  measured: [realRecordOf('quick', 'matrix'), { option: true }],
  // Playwright's own contexts are private windows, which keep their files in memory.
  context: ({ playwright, browser, contextOptions, profile, memoryBytes, expectedErrors }, use) => {
    const work = async (context: BrowserContext) => {
      const problems = collectProblems(context);
      await context.addInitScript(traceWarnings);
      await use(context);
      const unexpected = problems.filter((text) => !expectedErrors.some((expected) => expected.test(text)));
      if (unexpected.length > 0) throw new Error(`The page had problems:\n${unexpected.join('\n')}`);
    };
    return profile === 'own'
      ? withProfile(playwright.chromium, work, memoryBytes)
      : withPrivateWindow(browser, contextOptions, work);
  },
  expectedErrors: [[], { option: true }],
  runPage: ({ page }, use) => use(new RunPage(page)),
  familyPage: ({ page }, use) => use(new FamilyPage(page)),
  leaderboardPage: ({ page }, use) => use(new LeaderboardPage(page)),
  sharedRunPage: ({ page }, use) => use(new SharedRunPage(page)),
  api: ({ request }, use) => use(new Api(request)),
});

export { expect } from '@playwright/test';
