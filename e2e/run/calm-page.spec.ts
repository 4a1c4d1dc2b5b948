/** While a test runs nothing on the page may move. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { LONG, SHORT } from '../support/page-objects/run-page.ts';

/** Nobody sees less: a unit moves a little when the number beside it grows a digit. */
const UNSEEN_SHIFT = 0.0005;

interface Shift {
  readonly atMs: number;
  readonly value: number;
  readonly what: string;
}

interface Watched {
  /** When each status began; of `running`, when it was first shown. */
  readonly statuses: [status: string, atMs: number][];
  readonly shifts: Shift[];
}

/** In the page, before its own script: collects every layout shift and every change of status. */
function watch(): void {
  const observations: Watched = { statuses: [], shifts: [] };
  let current: Window['opfsmark'];
  Object.defineProperty(window, 'opfsmark', {
    get: () => current,
    set: (value: Window['opfsmark']) => {
      current = value;
      if (!value) return;
      const { status } = value;
      const note = () => observations.statuses.push([status, performance.now()]);
      // The click may move everything. What comes after the frame that it led to comes as a surprise, however soon.
      if (status === 'running') requestAnimationFrame(() => requestAnimationFrame(note));
      else note();
    },
  });
  type ShiftEntry = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
  new PerformanceObserver((list) => {
    for (const { startTime, value, sources } of list.getEntries() as ShiftEntry[]) {
      const what = sources.map(({ node }) => node?.textContent ?? '').join(' | ');
      observations.shifts.push({ atMs: startTime, value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  Object.assign(window, { watched: observations });
}

const watchedBy = (page: Page) => page.evaluate(() => Reflect.get(window, 'watched') as Watched);

/** Moves the whole page down and waits until the observer has seen it: no shift so far then means that nothing moved. */
async function expectObserverSees(page: Page): Promise<void> {
  const shiftCount = await page.evaluate(() => (Reflect.get(window, 'watched') as Watched).shifts.length);
  await page.evaluate(() => {
    const block = document.createElement('div');
    block.style.height = '200px';
    // Further down the browser would keep the visible part where it is.
    scrollTo(0, 0);
    document.body.prepend(block);
  });
  await page.waitForFunction((count) => (Reflect.get(window, 'watched') as Watched).shifts.length > count, shiftCount);
}

/** The buttons of a finished run share the bar at the foot of a narrow page. */
async function expectBarFilled(page: Page): Promise<void> {
  const bar = page.locator('.bottom-bar');
  const [barWidth = 0, ...widths] = await Promise.all(
    [bar, ...(await bar.locator('.button').all())].map(async (part) => (await part.boundingBox())?.width ?? 0),
  );
  expect(widths).toHaveLength(2);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeGreaterThan(0.85 * barWidth);
}

for (const [name, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['narrow', { width: 390, height: 844 }],
] as const) {
  test(`on a ${name} page nothing moves while a test runs @long`, async ({ page, runPage }) => {
    await page.setViewportSize(viewport);
    // Bars glide for most people.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.addInitScript(watch);
    await runPage.open({ ...SHORT, limit: '0', rows: 'RND4K-Q1T1' });
    await runPage.begin();
    await runPage.reaches('done');
    const { statuses, shifts } = await watchedBy(page);
    const startOf = (wantedStatus: string) => statuses.find(([status]) => status === wantedStatus)?.[1] ?? Number.NaN;
    const [from, until] = [startOf('running'), startOf('done')];
    expect(until).toBeGreaterThan(from);
    const shiftsDuringRun = shifts.filter(({ atMs }) => atMs > from && atMs < until);
    const sum = shiftsDuringRun.reduce((total, { value }) => total + value, 0);
    expect(sum, `${from} to ${until}: ${JSON.stringify(shiftsDuringRun)}`).toBeLessThan(UNSEEN_SHIFT);
    if (name === 'narrow') await expectBarFilled(page);
    await expectObserverSees(page);
  });
}

test('while it runs it says in words what is measured, and iostat is for those who ask @long', async ({
  page,
  runPage,
}) => {
  await runPage.open(LONG);
  await runPage.begin();
  await expect(page.getByText(/^(?:Large|Small) (?:reads|writes) \(\w+ Q\d\)/)).toBeVisible();
  await expect(page.getByText('%util')).toBeHidden();
  await page.getByText('In iostat format').click();
  await expect(page.getByText('%util')).toBeVisible();
  await runPage.stop.click();
  await runPage.reaches('done');
});
