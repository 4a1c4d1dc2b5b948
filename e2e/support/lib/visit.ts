import type { Page, Response } from '@playwright/test';

/** Allows for a busy machine. A page that is not alive by then has failed to start. */
const ALIVE_MS = 30_000;

/** Resolves when the page answers clicks and keys. What comes before that is lost. */
function waitUntilAlive(page: Page): Promise<void> {
  return page.locator('html[data-alive]').waitFor({ state: 'attached', timeout: ALIVE_MS });
}

/** Opens an address of the site and waits until its page is alive. */
export async function visit(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address);
  await waitUntilAlive(page);
  return response;
}

/** Loads the page again and waits until it is alive. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await waitUntilAlive(page);
}
