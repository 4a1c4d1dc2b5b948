import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/**
 * Pictures to look at, not to compare: `npm run screenshots -w e2e` makes one of every page, `npm run readme-picture`
 * the one in the README.
 */
export default defineConfig({ ...base, testMatch: '**/*.capture.ts', projects: [{ name: 'pictures' }] });
