import { expect, type Locator } from '@playwright/test';
import type { FamilyId, FamilyRecord } from '@opfsmark/schema';
import { RunPage } from './run-page.ts';

/** `/?family=...`: the run page of another family than the grid. */
export class FamilyPage extends RunPage {
  async openFamily(family: FamilyId, parameters: Record<string, string> = {}): Promise<void> {
    await this.page.addInitScript(() => {
      const tasks: { startTime: number; duration: number }[] = [];
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration });
      }).observe({ type: 'longtask', buffered: true });
      Object.assign(window, { longTasks: tasks });
    });
    await this.open({ family, ...parameters });
  }

  familyRecord(): Promise<FamilyRecord | null> {
    return this.page.evaluate(() => {
      const record = window.opfsmark?.record ?? null;
      return record && record.plan.family !== 'matrix' ? (record as FamilyRecord) : null;
    });
  }

  /** The page's own time. */
  nowMs(): Promise<number> {
    return this.page.evaluate(() => performance.now());
  }

  /** Main-thread tasks of 50 ms and more that began after this time of the page. */
  async longTasksMs(sinceMs: number): Promise<number[]> {
    const tasks = await this.page.evaluate(
      () => Reflect.get(window, 'longTasks') as { startTime: number; duration: number }[],
    );
    return tasks.filter(({ startTime }) => startTime >= sinceMs).map(({ duration }) => Math.round(duration));
  }

  /** What was found, on the run page and on the permalink alike. */
  get view(): Locator {
    return this.page.getByRole('region', { name: 'Result', exact: true });
  }

  /** Figures that others published, folded up. */
  get published(): Locator {
    return this.view.locator('details', { hasText: 'Published figures, for comparison' });
  }

  /** They come when the page is alive; until then another language is another page, on which they are folded up again. */
  async showPublished(): Promise<void> {
    await this.published.locator('summary').click();
    await expect(this.published.getByRole('table').first()).toBeVisible();
  }

  table(name: string): Locator {
    return this.page.getByRole('table', { name, exact: true });
  }

  /** The cells of a table as they are shown, row by row, without its head. */
  async cellsOf(name: string): Promise<string[][]> {
    const rows = this.table(name).locator('tbody').getByRole('row');
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').trim())),
    );
    return texts;
  }

  /** Every table of the view: its name, then its lines as they are shown. */
  tables(): Promise<string[][][]> {
    return this.view
      .getByRole('table')
      .evaluateAll((all) =>
        all.map((table) => [
          [table.getAttribute('aria-label') ?? ''],
          ...[...table.querySelectorAll('tr')].map((row) =>
            [...row.children].map((cell) => (cell.textContent ?? '').trim()),
          ),
        ]),
      );
  }

  /** Measured databases and caches that are left; the page has some of its own. */
  otherStorage(): Promise<string[]> {
    return this.page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
      return [...databases, ...(await caches.keys())].filter((name) => name.startsWith('opfsmark.measured.'));
    });
  }
}
