import type { Locator, Page, Response } from '@playwright/test';
import { visit } from '../lib/visit.ts';

/** /r/[id]: a published run. */
export class SharedRunPage {
  readonly page: Page;
  readonly results: Locator;
  readonly heading: Locator;

  constructor(page: Page) {
    this.page = page;
    this.results = page.getByRole('table', { name: 'Results', exact: true });
    this.heading = page.getByRole('heading', { level: 1 });
  }

  open(id: string): Promise<Response | null> {
    return visit(this.page, `/r/${id}`);
  }

  row(name: string): Locator {
    return this.results.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name }) });
  }
}
