import type { Locator } from '@playwright/test';
import type { FamilyId, FamilyRecord } from '@opfsmark/schema';
import { RunPage } from './run-page.ts';

/** `/?family=...`: the run page of another family than the grid. */
export class FamilyPage extends RunPage {
  async openFamily(family: FamilyId, parameters: Record<string, string> = {}): Promise<void> {
    await this.page.addInitScript(() => {
      const durations: number[] = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) durations.push(Math.round(duration));
      }).observe({ type: 'longtask', buffered: true });
      Object.assign(window, { longTasksMs: durations });
    });
    await this.open({ family, ...parameters });
  }

  familyRecord(): Promise<FamilyRecord | null> {
    return this.page.evaluate(() => {
      const record = window.opfsmark?.record ?? null;
      return record && record.plan.family !== 'matrix' ? (record as FamilyRecord) : null;
    });
  }

  /** Main-thread tasks of 50 ms and more since the page was opened. */
  longTasksMs(): Promise<number[]> {
    return this.page.evaluate(() => (Reflect.get(window, 'longTasksMs') as number[] | undefined) ?? []);
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

  /** Measured databases and caches that are left; the page has some of its own. */
  otherStorage(): Promise<string[]> {
    return this.page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
      return [...databases, ...(await caches.keys())].filter((name) => name.startsWith('opfsmark.measured.'));
    });
  }
}
