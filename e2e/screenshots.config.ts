import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/**
 * Pictures for people to look at: `npm run screenshots -w e2e` takes one of every page, `npm run readme-picture` the one
 * in the README.
 */
export default defineConfig({ ...base, testMatch: '**/*.capture.ts', projects: [{ name: 'pictures' }] });
