import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import { PICTURE_SITE } from './support/lib/capture.ts';
import { serveSite } from './support/site.ts';

/**
 * Pictures for people to look at: `npm run screenshots -w e2e` takes those of the answer in each state and writes a contact
 * sheet, `npm run readme-picture` the one in the README.
 */
export default defineConfig({
  ...base,
  ...serveSite(PICTURE_SITE),
  // A page is photographed as people see it after a while.
  use: { ...base.use, serviceWorkers: 'allow' },
  testMatch: '**/*.capture.ts',
  projects: [{ name: 'pictures' }],
  globalTeardown: './support/contact-sheet.ts',
});
