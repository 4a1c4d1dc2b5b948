import { defineConfig } from '@playwright/test';
import { baseURL, launchOptions, webServer } from './site.ts';

export default defineConfig({
  testMatch: '**/*.spec.ts',
  // The drive is one: two tests at once would measure each other.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  globalTeardown: './teardown.ts',
  use: { baseURL, launchOptions, trace: 'retain-on-failure', locale: 'en-GB', viewport: { width: 1280, height: 720 } },
  projects: [{ name: 'chromium' }],
  ...webServer,
});
