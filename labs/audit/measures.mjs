import { createRequire } from 'node:module';
import { ADDRESSES, inLanguage } from '../../e2e/support/lib/addresses.ts';
import { LANGUAGE_IDS } from '../../web/src/lib/base/i18n/languages.ts';
import { say } from '../../scripts/lib/say.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../../scripts/lib/paths.mjs';

/** All that another colour scheme can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** How many rules are broken, summed over all pages in every language, and over their dark form. */
export async function axeViolations(context, origin, more) {
  const { AxeBuilder } = createRequire(import.meta.url)('@axe-core/playwright');
  const page = await context.newPage();
  let sum = 0;
  const look = async (name, builder) => {
    const { violations } = await builder.analyze();
    for (const { id, nodes } of violations) say(`  ${name}: ${id}: ${nodes[0]?.html}`);
    sum += violations.length;
  };
  for (const language of LANGUAGE_IDS) {
    for (const address of [...ADDRESSES, ...more]) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${origin}${inLanguage(address, language)}`);
      await look(`${address} ${language}`, new AxeBuilder({ page }));
      await page.emulateMedia({ colorScheme: 'dark' });
      await look(`${address} ${language}, dark`, new AxeBuilder({ page }).withRules(OF_COLOURS));
    }
  }
  await page.close();
  return sum;
}

const FINISH_MS = 60_000;
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** A run of the whole grid that takes no time: the page is as long as after a real one. */
const FINISHED_RUN = '/?profile=quick&cache=as-is&size=16MiB&write=0B&loops=1&limit=0&engine=scripted&autorun=1';

/** In the page: how tall it is once every picture and part of it has arrived. */
async function heightOf() {
  await Promise.all([...globalThis.document.images].map((image) => image.decode().catch(() => undefined)));
  return globalThis.document.documentElement.scrollHeight;
}

/** In the page, before its own script: how far its parts jump while nobody touches it. */
function watchShifts() {
  globalThis.shifted = 0;
  const add = (list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value;
  };
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
}

/** The taller of a finished run and a permalink in each window, and how far the parts of both jumped. */
export async function measureLayout(context, origin, permalink) {
  const heights = [];
  let maxShift = 0;
  for (const size of WINDOWS) {
    let tallest = 0;
    for (const path of [FINISHED_RUN, permalink]) {
      const page = await context.newPage();
      await page.addInitScript(watchShifts);
      await page.setViewportSize(size);
      await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
      if (path === FINISHED_RUN) {
        await page.waitForFunction(() => globalThis.opfsmark?.status === 'done', undefined, { timeout: FINISH_MS });
        await page.waitForLoadState('networkidle');
        await page.getByRole('navigation', { name: 'Details' }).waitFor();
      }
      const height = await page.evaluate(heightOf);
      const shift = await page.evaluate(() => globalThis.shifted);
      say(`  ${path} at ${size.width}: ${height} px, layout shift ${shift.toFixed(3)}`);
      tallest = Math.max(tallest, height);
      maxShift = Math.max(maxShift, shift);
      await page.close();
    }
    heights.push({ id: `result_height_${size.width}`, value: tallest });
  }
  return { heights, shifted: maxShift };
}

/** A standard run of storage for apps takes 40 s on an idle computer. */
const RUN_MS = 300_000;
const ADDRESS = '/?family=app-storage&profile=quick&autorun=1';
const KEY = 'longest-tasks';

/** Before any script of the page: keeps every long task, over the page's own reload too. */
function watchTasks(key) {
  new PerformanceObserver((list) => {
    const tasks = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    const status = globalThis.opfsmark?.status ?? 'loading';
    for (const { duration } of list.getEntries()) tasks.push({ status, ms: Math.round(duration) });
    sessionStorage.setItem(key, JSON.stringify(tasks));
  }).observe({ type: 'longtask', buffered: true });
}

/**
 * The longest task of the page's own thread, in ms, while storage for apps is measured from the first load to the result;
 * 0 where none took 50 ms. Clicks through the tabs of the result afterwards.
 */
export async function longestTaskMs(context, origin) {
  const page = await context.newPage();
  await page.addInitScript(watchTasks, KEY);
  await page.goto(`${origin}${ADDRESS}`);
  await page.waitForFunction(() => globalThis.opfsmark?.status === 'done', undefined, { timeout: RUN_MS });
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await page.getByRole('tabpanel').waitFor();
  }
  const tasks = await page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? '[]'), KEY);
  await page.close();
  for (const { status, ms } of tasks) say(`  ${ms} ms, ${status}`);
  return Math.max(0, ...tasks.map(({ ms }) => ms));
}

export function coreGzipBytes() {
  return gzipSync(readFileSync(join(ROOT, 'wasm-core/dist/core.wasm'))).length;
}
