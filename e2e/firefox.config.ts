import type { PlaywrightTestConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Tests in a stock Firefox, by puppeteer because Playwright cannot drive it: `npm run test:firefox -w e2e`. */
const config: PlaywrightTestConfig = {
  ...base,
  testMatch: '**/*.firefox.ts',
  timeout: 180_000,
  projects: [{ name: 'firefox' }],
};

export default config;
