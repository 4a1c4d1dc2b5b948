import type { Page } from '@playwright/test';
import type { RunRecord } from '@opfsmark/schema/families';
import { visit } from './visit.ts';

/** Shows the run page as it is after this run, of which it measures nothing: another engine paused it, so it does not go on. */
export async function showFinished(page: Page, record: RunRecord): Promise<void> {
  // Its stores are there on any page of the site.
  if (page.url() === 'about:blank') await page.goto('/favicon.svg');
  const environment = { ...record.environment, core_version: '0.0.0' };
  const paused = { run: { record: { ...record, environment } }, ticket: null, engine: environment.engine };
  await page.evaluate((text) => {
    sessionStorage.setItem('opfsmark.paused', text);
  }, JSON.stringify(paused));
  await visit(page, `/?family=${record.family}`);
  await page.waitForFunction(() => window.opfsmark?.status === 'done');
}
