import { say } from '../say.mjs';

/** A standard run of storage for apps takes 40 s on an idle computer. */
const RUN_MS = 300_000;
const ADDRESS = '/?family=app-storage&profile=quick&autorun=1';
const KEY = 'longest-tasks';

/** Before any script of the page: keeps every long task, over the page's own reload too. */
function watchTasks(key) {
  new PerformanceObserver((list) => {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    const status = globalThis.opfsmark?.status ?? 'loading';
    for (const { duration } of list.getEntries()) kept.push({ status, ms: Math.round(duration) });
    sessionStorage.setItem(key, JSON.stringify(kept));
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
