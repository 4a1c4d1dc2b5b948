import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Options, WorkerOptions } from './support/fixtures.ts';
import { baseURL, launchOptions, serveSite, shellOptions } from './support/site.ts';

const specs = (...paths: string[]) => paths.map((path) => join(import.meta.dirname, path));
/** The first click of a stranger: `npm run test:long` has it in the browser that they have. */
const FIRST_CLICK = specs('run/run-quick.spec.ts');
/** Measure, and are the same however slowly it goes. */
const RUNS = specs('families/*.spec.ts', 'run/*.spec.ts');
/** Take long by nature: only `npm run test:long` runs them, and tests elsewhere whose titles end with this tag. */
const LONG = specs('long/**');
const LONG_TAG = /@long/;

export default defineConfig<Options, WorkerOptions>({
  testMatch: '**/*.spec.ts',
  // `npm test` gives more: see scripts/lib/test/runners.mjs.
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // The only limits: no step has one of its own, because none knows how busy the machine is. They end what would never come.
  timeout: 600_000,
  expect: { timeout: 120_000, toPass: { timeout: 120_000 } },
  globalTeardown: './support/teardown.ts',
  use: {
    baseURL,
    launchOptions,
    // A trace of each test costs a tenth of the processor time; `--trace=retain-on-failure` keeps one of those that fail.
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    // Some seconds after its first page it would load the whole site again, in each profile.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 720 },
  },
  // The longest first, so that none of them is left over at the end.
  projects: [
    // By puppeteer: Playwright cannot drive a stock Firefox.
    { name: 'firefox', testMatch: specs('long/firefox/*.firefox.ts'), fullyParallel: true },
    // By its own driver: Playwright brings another WebKit.
    { name: 'webkit', testMatch: specs('long/webkit/*.webkit.ts') },
    {
      name: 'long',
      testMatch: specs('long/*.spec.ts'),
      fullyParallel: true,
      use: { launchOptions: shellOptions },
    },
    ...[{ grepInvert: LONG_TAG }, { grep: LONG_TAG }].flatMap((some) => {
      const isLong = 'grep' in some;
      const prefix = isLong ? 'long-' : '';
      return [
        ...(isLong ? [{ ...some, name: 'long-first-click', testMatch: FIRST_CLICK }] : []),
        {
          ...some,
          name: `${prefix}runs`,
          testMatch: RUNS,
          testIgnore: isLong ? FIRST_CLICK : [],
          fullyParallel: true,
          // The other windows open pages meanwhile: two that measure share the processors, and each is another browser to start.
          ...(isLong ? {} : { workers: 1 }),
          use: { profile: 'drive' as const, launchOptions: shellOptions },
        },
        {
          ...some,
          name: `${prefix}pages`,
          testIgnore: [...RUNS, ...LONG],
          fullyParallel: true,
          use: { profile: 'private' as const, launchOptions: shellOptions },
        },
      ];
    }),
  ],
  ...serveSite(),
});
