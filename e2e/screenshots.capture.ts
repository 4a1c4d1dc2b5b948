import type { Page } from '@playwright/test';
import { declaration } from './factories/declaration.ts';
import { test } from './fixtures.ts';
import { RunPage, SHORT } from './pages/run-page.ts';

const SIZES = { narrow: { width: 390, height: 844 }, wide: { width: 1440, height: 900 } };
const SCHEMES = ['light', 'dark'] as const;
const LANGUAGES = ['en', 'ja'] as const;

type Shot = (page: Page, permalink: string) => Promise<unknown>;

/** Every page, and every state of the one that has several. */
const SHOTS: Record<string, Shot> = {
  idle: (page) => page.goto('/'),
  running: async (page) => {
    const run = new RunPage(page);
    await run.open({ ...SHORT, engine: 'scripted', loops: '9', autorun: '1' });
    await run.stop.waitFor();
  },
  done: async (page) => {
    const run = new RunPage(page);
    await run.open({ ...SHORT, engine: 'scripted', autorun: '1' });
    await run.reaches('done', 50_000);
  },
  'bad-link': (page) => page.goto('/?size=huge'),
  result: (page, permalink) => page.goto(permalink),
  leaderboard: (page) => page.goto('/leaderboard'),
  'not-found': (page) => page.goto('/nowhere'),
};

test.use({ expectedErrors: [/status of 404/] });

for (const [width, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of SCHEMES) {
    for (const locale of LANGUAGES) {
      test(`${width} ${colorScheme} ${locale}`, async ({ browser, api, measured }) => {
        test.setTimeout(300_000);
        const permalink = `/r/${await api.publish(measured, declaration())}`;
        const context = await browser.newContext({ viewport, colorScheme, locale });
        for (const [name, go] of Object.entries(SHOTS)) {
          const page = await context.newPage();
          await go(page, permalink);
          await page.evaluate(() => document.fonts.ready);
          await page.screenshot({ path: `screenshots/${name}-${width}-${colorScheme}-${locale}.png`, fullPage: true });
          await page.close();
        }
        await context.close();
      });
    }
  }
}
