import { defineConfig } from '@playwright/test';
import base from '../e2e/playwright.config.ts';

/** Judge by numbers, on drives and with memory of their own: nothing else may use the machine meanwhile. */
export default defineConfig({
  ...base,
  globalTeardown: '../e2e/support/teardown.ts',
  testDir: 'specs',
  projects: [{ name: 'specs' }],
});
