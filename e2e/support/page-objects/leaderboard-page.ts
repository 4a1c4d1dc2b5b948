import type { Locator, Page } from '@playwright/test';

/** A result is on its boards within this time. */
export const BOARD_MS = 20_000;

export class LeaderboardPage {
  readonly page: Page;
  readonly table: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Leaderboard', exact: true });
  }

  async open(parameters: Record<string, string> = {}): Promise<void> {
    const query = new URLSearchParams(parameters).toString();
    await this.page.goto(query === '' ? '/leaderboard' : `/leaderboard?${query}`);
  }

  row(subject: string): Locator {
    return this.table.getByRole('row').filter({ hasText: subject });
  }
}
