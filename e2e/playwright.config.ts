import { defineConfig } from '@playwright/test';
import { baseURL, launchOptions, webServer } from './site.ts';

/** Specs in which nothing depends on how fast anything is. */
const PAGES = [
  'bad-link',
  'bad-states',
  'bad-upload',
  'customise',
  'every-page',
  'explain-a-result',
  'headers',
  'history',
  'offline',
  'outbox',
  'scripted-display',
  'share-a-result',
  'unsupported',
].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testMatch: '**/*.spec.ts',
  // The drive is one: two tests at once would measure each other. `--project=pages` may have more.
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 90_000,
  // Machines that run tests are busy ones.
  expect: { timeout: 15_000 },
  globalTeardown: './teardown.ts',
  use: { baseURL, launchOptions, trace: 'retain-on-failure', locale: 'en-GB', viewport: { width: 1280, height: 720 } },
  projects: [
    { name: 'pages', testMatch: PAGES, fullyParallel: true },
    { name: 'measuring', testIgnore: PAGES },
  ],
  ...webServer,
});
