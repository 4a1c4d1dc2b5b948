import { expect, type Download, type Locator, type Page } from '@playwright/test';
import type { Declaration } from '@opfsmark/schema/documents';
import type { FamilyId, FamilyRecord } from '@opfsmark/schema/families';
import { visit } from '../lib/visit.ts';

/** Reads from memory only, once: what is not about the drive needs no forgetting. */
const PLAIN = { profile: 'quick', cache: 'as-is', write: '0B', loops: '1' };
/** Small and short, but real: four jobs in a few seconds. */
export const SHORT = { ...PLAIN, size: '16MiB', limit: '1', rows: 'SEQ1M-Q1T1,RND4K-Q1T1' };
/** One row of large writes: for what comes after a run. Reading from memory takes a second and a half, however short the plan is. */
export const BRIEF = { ...PLAIN, size: '16MiB', limit: '0', rows: 'SEQ1M-Q1T1', dir: 'write' };
/** Every row of the grid once, on a scripted drive. Most of its time 32 workers take to start. */
export const EVERY_ROW = { ...PLAIN, size: '16MiB', limit: '0', engine: 'scripted', autorun: '1' };
/** Lasts longer than any test watches it. One worker at a time, which takes one processor from what watches it. */
export const LONG = {
  ...PLAIN,
  size: '16MiB',
  limit: '9',
  loops: '9',
  revisit: '1',
  rows: 'SEQ1M-Q1T1,RND4K-Q1T1',
};
/** Under way for as long as any test watches it, without work: it rests before its first test, when its file is there. */
export const RESTING = { ...BRIEF, interval: '60' };
/** Has measured its first row, with two workers, and rests before the second: to end early. */
export const TO_END_EARLY = { ...BRIEF, interval: '10', rows: 'SEQ1M-Q2T1,SEQ1M-Q1T1,RND4K-Q1T1' };

export class RunPage {
  readonly page: Page;
  readonly run: Locator;
  /** Asked before a plan that may write much. */
  readonly agree: Locator;
  readonly prepare: Locator;
  /** The panel about a file that is prepared for a cold read. */
  readonly prepared: Locator;
  readonly runAgain: Locator;
  readonly stop: Locator;
  readonly results: Locator;
  readonly publish: Locator;
  readonly permalink: Locator;
  readonly status: Locator;
  readonly alert: Locator;
  readonly publishDialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.run = page.getByRole('button', { name: 'Run', exact: true });
    this.agree = page.getByRole('checkbox', { name: /^Write up to .* to my drive$/ });
    this.prepare = page.getByRole('button', { name: 'Prepare', exact: true });
    this.prepared = page.getByRole('region', { name: /^A prepared file/ });
    this.runAgain = page.getByRole('button', { name: 'Run again', exact: true });
    this.stop = page.getByRole('button', { name: 'Stop', exact: true });
    this.results = page.getByRole('table', { name: 'Results', exact: true });
    this.publish = page.getByRole('button', { name: 'Publish', exact: true });
    this.permalink = page.getByRole('link', { name: 'Permalink', exact: true });
    this.status = page.getByRole('status');
    this.alert = page.getByRole('alert');
    this.publishDialog = page.getByRole('dialog');
  }

  /** The same page object for another tab. */
  on(page: Page): RunPage {
    return new RunPage(page);
  }

  async open(parameters: Record<string, string> = {}): Promise<void> {
    const query = new URLSearchParams(parameters).toString();
    await visit(this.page, query === '' ? '/' : `/?${query}`);
  }

  /** Agrees to what is written, where that is asked, and clicks Run. */
  async begin(): Promise<void> {
    if (await this.agree.isVisible()) await this.agree.check();
    await this.run.click();
  }

  /** Shows the tests of the plan before a run. */
  async openPlan(): Promise<void> {
    await this.page.getByText('What is measured').click();
  }

  /** The row of one test, by its short name such as "RND4K Q32". */
  row(name: string): Locator {
    return this.results.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name }) });
  }

  cells(name: string): Locator {
    return this.row(name).getByRole('cell');
  }

  /** Resolves when the page reports this status. */
  async reaches(status: NonNullable<Window['opfsmark']>['status']): Promise<void> {
    await this.page.waitForFunction((expected) => window.opfsmark?.status === expected, status);
  }

  /** The record of the grid that the page has measured. */
  record(): Promise<FamilyRecord<'matrix'> | null> {
    return this.recordOf('matrix');
  }

  async recordOf<Id extends FamilyId>(family: Id): Promise<FamilyRecord<Id> | null> {
    const record = await this.page.evaluate(() => window.opfsmark?.record ?? null);
    return record?.family === family ? (record as FamilyRecord<Id>) : null;
  }

  /** The large number of a row, as the page shows it: of reads from memory, or of writes, which stand last. */
  async number(name: string, column: 'read' | 'write'): Promise<string> {
    const cells = this.cells(name);
    const cell = cells.nth((await cells.count()) - (column === 'read' ? 2 : 1));
    return /[\d.,]*\d/.exec(await cell.innerText())?.[0] ?? '';
  }

  /** Those of the details below a result. */
  get tabs(): Locator {
    return this.page.getByRole('navigation', { name: 'Details' }).getByRole('link');
  }

  tab(name: string): Locator {
    return this.tabs.and(this.page.getByRole('link', { name, exact: true }));
  }

  async showTab(name: string): Promise<void> {
    await this.tab(name).click();
    await expect(this.tab(name)).toHaveAttribute('aria-current', 'true');
    await expect(this.page).toHaveURL(/[?&]tab=/);
  }

  /** Opens the dialog with every parameter. */
  async customise(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Customise', exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Customise' });
    await dialog.waitFor();
    return dialog;
  }

  /** The time beside Run of the plan on the page is the one in the dialog for the same plan. */
  async expectSameTimeInDialog(): Promise<void> {
    const dialog = await this.customise();
    const outcome = dialog.getByRole('status');
    await expect(outcome).toContainText(/about \d/);
    const estimate = await outcome.innerText();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(this.page.getByRole('region', { name: 'Control' })).toContainText(estimate);
  }

  async saveAs(choice: string): Promise<Download> {
    await this.page.getByText('Save as…', { exact: true }).click();
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: choice, exact: true }).click();
    return download;
  }

  async publishAs(declaration: Declaration): Promise<void> {
    await this.publish.click();
    const form = this.publishDialog;
    await form.getByLabel('Device').fill(declaration.device);
    if (declaration.interface !== undefined) await form.getByLabel('Interface').selectOption(declaration.interface);
    if (declaration.filesystem !== undefined) await form.getByLabel('Filesystem').selectOption(declaration.filesystem);
    await form.getByRole('button', { name: 'Publish', exact: true }).click();
    await this.permalink.waitFor();
  }
}
