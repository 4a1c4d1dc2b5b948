/** While a test runs the page must be calm: nothing moves, and its own work stays out of the way. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { RunPage, SHORT } from '../support/page-objects/run-page.ts';

/** Zero as it is shown, with three digits: a unit moves beside its number when that outgrows its room. */
const UNSEEN_SHIFT = 0.0005;

interface Calm {
  /** When each status began. */
  readonly statuses: [status: string, atMs: number][];
  readonly shifts: { atMs: number; value: number; what: string }[];
  readonly longTasks: { atMs: number; ms: number }[];
}

/** In the page, before its own script. */
function watch(): void {
  const calm: Calm = { statuses: [], shifts: [], longTasks: [] };
  let told: Window['opfsmark'];
  Object.defineProperty(window, 'opfsmark', {
    get: () => told,
    set: (value: Window['opfsmark']) => {
      told = value;
      if (value) calm.statuses.push([value.status, performance.now()]);
    },
  });
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const what = sources.map(({ node }) => node?.textContent ?? '').join(' | ');
      if (!hadRecentInput) calm.shifts.push({ atMs: startTime, value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) calm.longTasks.push({ atMs: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
  Object.assign(window, { calm });
}

const calmOf = (page: Page) => page.evaluate(() => Reflect.get(window, 'calm') as Calm);

for (const [name, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['narrow', { width: 390, height: 844 }],
] as const) {
  test(`on a ${name} page nothing moves while a test runs`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(watch);
    const run = new RunPage(page);
    await run.open({ ...SHORT, loops: '3' });
    await expect(run.run).toBeEnabled();
    await run.run.click();
    await run.reaches('done', 50_000);
    const { statuses, shifts, longTasks } = await calmOf(page);
    const [from, until] = ['running', 'done'].map((wanted) => statuses.find(([status]) => status === wanted)?.[1]);
    if (from === undefined || until === undefined) throw new Error('the run did not begin or did not end');
    const during = ({ atMs }: { atMs: number }) => atMs > from && atMs < until;
    const tasks = longTasks.filter(during).map(({ ms }) => Math.round(ms));
    console.info(`${name}: main-thread tasks of 50 ms and more while measuring (ms): ${tasks.join(', ') || 'none'}`);
    const shifted = shifts.filter(during);
    const sum = shifted.reduce((total, { value }) => total + value, 0);
    console.info(`${name}: layout shift while measuring: ${sum.toFixed(6)}`);
    expect(sum, JSON.stringify(shifted)).toBeLessThan(UNSEEN_SHIFT);
  });
}
