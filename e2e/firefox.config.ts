import type { PlaywrightTestConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Stock Firefox, which Playwright cannot drive: these tests do it with puppeteer. `npm run test:firefox -w e2e`. */
const config: PlaywrightTestConfig = {
  ...base,
  testMatch: '**/*.firefox.ts',
  timeout: 180_000,
  projects: [{ name: 'firefox' }],
};

export default config;
