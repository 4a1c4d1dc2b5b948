import { test as base, type ConsoleMessage } from '@playwright/test';
import type { RunRecord } from '@opfsmark/schema';
import { Api } from './lib/api.ts';
import { withProfile } from './lib/profile.ts';
import { LeaderboardPage } from './pages/leaderboard-page.ts';
import { RunPage, SHORT } from './pages/run-page.ts';
import { SharedRunPage } from './pages/shared-run-page.ts';
import { baseURL } from './site.ts';

interface Fixtures {
  /** What this test expects to see in the console; anything else fails it. */
  expectedErrors: RegExp[];
  runPage: RunPage;
  leaderboardPage: LeaderboardPage;
  sharedRunPage: SharedRunPage;
  api: Api;
  cleanConsole: undefined;
}

interface WorkerFixtures {
  /** A record that this browser really measured, for tests of what happens to one afterwards. */
  measured: RunRecord;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // Playwright's own contexts are private windows, whose files are in memory.
  context: ({ playwright }, use) => withProfile(playwright.chromium, use),
  measured: [
    ({ playwright }, use) =>
      withProfile(playwright.chromium, async (context) => {
        const runPage = new RunPage(await context.newPage());
        await runPage.open({ ...SHORT, autorun: '1' });
        await runPage.reaches('done', 50_000);
        const record = await runPage.record();
        if (record === null) throw new Error('The run left no record.');
        await use(record);
      }),
    { scope: 'worker', timeout: 60_000 },
  ],
  expectedErrors: [[], { option: true }],
  runPage: ({ page }, use) => use(new RunPage(page)),
  leaderboardPage: ({ page }, use) => use(new LeaderboardPage(page)),
  sharedRunPage: ({ page }, use) => use(new SharedRunPage(page)),
  api: ({ request }, use) => use(new Api(request)),
  cleanConsole: [
    async ({ context, expectedErrors }, use) => {
      const seen: string[] = [];
      context.on('console', (message: ConsoleMessage) => {
        if (message.type() === 'error' || message.type() === 'warning') seen.push(message.text());
      });
      context.on('weberror', (error) => seen.push(String(error.error())));
      context.on('request', (request) => {
        const url = request.url();
        if (/^https?:/.test(url) && new URL(url).origin !== new URL(baseURL).origin)
          seen.push(`request to a third party: ${url}`);
      });
      await use(undefined);
      const unexpected = seen.filter((text) => !expectedErrors.some((expected) => expected.test(text)));
      if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
