import type { Locator, Page, Response } from '@playwright/test';
import { openUntilShown, visit } from '../lib/visit.ts';

/** /leaderboard, where published runs stand. */
export class LeaderboardPage {
  readonly page: Page;
  readonly table: Locator;
  /** Runs that have no place on the board, or of storage for apps, all. */
  readonly recent: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Leaderboard', exact: true });
    this.recent = page.getByRole('table', { name: /^Recent, / });
  }

  async open(parameters: Record<string, string> = {}): Promise<void> {
    const query = new URLSearchParams(parameters).toString();
    await visit(this.page, query === '' ? '/leaderboard' : `/leaderboard?${query}`);
  }

  /** Opens the board until it shows this text: a published result is on it after the next refresh. */
  openUntilShown(parameters: Record<string, string>, text: string): Promise<void> {
    return openUntilShown(() => this.open(parameters), this.row(text).first());
  }

  row(subject: string): Locator {
    return this.table.or(this.recent).getByRole('row').filter({ hasText: subject });
  }
}

/** /r/[id]: a published run. */
export class SharedRunPage {
  readonly page: Page;
  readonly results: Locator;

  constructor(page: Page) {
    this.page = page;
    this.results = page.getByRole('table', { name: 'Results', exact: true });
  }

  open(id: string): Promise<Response | null> {
    return visit(this.page, `/r/${id}`);
  }

  row(name: string): Locator {
    return this.results.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name }) });
  }
}
