import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { baseURL, launchOptions, webServer } from './support/site.ts';

/** Folders of specs that keep the drive or all processors busy. What lies elsewhere may run beside another test. */
const MEASURING = ['engine', 'families', 'run'].map((folder) => join(import.meta.dirname, folder, '*.spec.ts'));

export default defineConfig({
  testMatch: '**/*.spec.ts',
  // There is one drive: two tests at once would measure each other. `--project=pages` may have more workers.
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 90_000,
  // Test machines are busy.
  expect: { timeout: 15_000 },
  globalTeardown: './support/teardown.ts',
  use: { baseURL, launchOptions, trace: 'retain-on-failure', locale: 'en-GB', viewport: { width: 1280, height: 720 } },
  projects: [
    { name: 'pages', testIgnore: MEASURING, fullyParallel: true },
    { name: 'measuring', testMatch: MEASURING },
  ],
  ...webServer,
});
