import { say } from '../say.mjs';

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
  let shifted = 0;
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
      shifted = Math.max(shifted, shift);
      await page.close();
    }
    heights.push({ id: `result_height_${size.width}`, value: tallest });
  }
  return { heights, shifted };
}
