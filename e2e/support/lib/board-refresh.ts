import { expect, type Locator } from '@playwright/test';

/** A page that is open shows what it has; what it has not comes with the next refresh of the board. */
const LOOK_MS = 1_000;

/** Opens a page again and again until the service has refreshed its boards and the page shows `result`. */
export async function openUntilShown(open: () => Promise<unknown>, result: Locator): Promise<void> {
  await expect(async () => {
    await open();
    await expect(result).toBeVisible({ timeout: LOOK_MS });
  }).toPass();
}
