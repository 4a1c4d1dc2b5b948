import type { Locator } from '@playwright/test';
import type { FamilyId, RunRecord } from '@opfsmark/schema/families';
import { filesInOpfs } from '../lib/opfs.ts';
import { RunPage } from './run-page.ts';

/** `/?family=...`: the run page of another family than the grid. */
export class FamilyPage extends RunPage {
  async openFamily(family: FamilyId, parameters: Record<string, string> = {}): Promise<void> {
    await this.open({ family, ...parameters });
  }

  /** The record of whatever family the page has measured. */
  familyRecord(): Promise<RunRecord | null> {
    return this.page.evaluate(() => window.opfsmark?.record ?? null);
  }

  /** The result and its details, on the run page and on the permalink alike. */
  get view(): Locator {
    return this.page.getByRole('main');
  }

  /** Figures that others published, in a closed section. */
  get published(): Locator {
    return this.view.locator('details', { hasText: 'Published figures, for comparison' });
  }

  /** Opens the section of published figures. */
  async showPublished(): Promise<void> {
    await this.showTab('Published figures');
    await this.published.locator('summary').click();
    await this.published.getByRole('table').first().waitFor();
  }

  table(name: string): Locator {
    return this.page.getByRole('table', { name, exact: true });
  }

  /** The cells of a table as the page shows them, row by row, without its head; of a long one with the rows that are folded. */
  async cellsOf(name: string): Promise<string[][]> {
    const rows = this.table(name).locator('tbody tr');
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').trim())),
    );
    return texts;
  }

  /** The cells of a table that is in a tab of the details. */
  async cellsIn(tab: string, name: string): Promise<string[][]> {
    await this.showTab(tab);
    await this.table(name).waitFor();
    return this.cellsOf(name);
  }

  /** Opens the table of a chart in a tab of the details, and reads it. */
  async cellsOfChart(tab: string, name: string): Promise<string[][]> {
    await this.showTab(tab);
    await this.view.getByText('As a table', { exact: true }).click();
    await this.table(name).waitFor();
    return this.cellsOf(name);
  }

  /** Every table of the page: its name, then its rows as the page shows them. */
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

  /** Databases and caches that a measurement left behind; the page has others of its own. */
  otherStorage(): Promise<string[]> {
    return this.page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
      return [...databases, ...(await caches.keys())].filter((name) => name.startsWith('opfsmark.measured.'));
    });
  }

  /** The data that a page keeps over a reload, and everything that is measured. */
  async leftovers(): Promise<string[]> {
    const keptKeys = await this.page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((store) =>
        ['opfsmark.reload', 'opfsmark.paused'].filter((key) => store.getItem(key) !== null),
      ),
    );
    return [...keptKeys, ...(await filesInOpfs(this.page)), ...(await this.otherStorage())];
  }
}
