import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Pictures to look at, not to compare: `npm run screenshots -w e2e`. */
export default defineConfig(base, { testMatch: 'screenshots.capture.ts' });
