import { defineConfig } from '@playwright/test';
import pictures from '../e2e/screenshots.config.ts';

/** Pictures of the first click on a drive of each class, and a contact sheet of them. */
export default defineConfig({
  ...pictures,
  globalTeardown: '../e2e/support/contact-sheet.ts',
  testDir: 'specs',
});
