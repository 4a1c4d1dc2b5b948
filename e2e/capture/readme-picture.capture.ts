/** Takes the picture in the README: the page after one click on Run, measured on this computer. */
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { ROOT } from '../support/lib/paths.ts';
import { RunPage } from '../support/page-objects/run-page.ts';

const RUN_MS = 180_000;

// The system forgets the test file in seconds, also on a busy computer.
test.use({ memoryBytes: 2 * 1024 ** 3 });
const FOLDER = join(ROOT, 'docs/pictures');

test('the page after a run, light and dark', async ({ page }) => {
  test.setTimeout(RUN_MS);
  await page.setViewportSize({ width: 1240, height: 716 });
  const run = new RunPage(page);
  await run.open();
  await expect(run.run).toBeEnabled();
  await run.begin();
  await run.reaches('done');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${FOLDER}/run-${colorScheme}.png`, animations: 'disabled' });
  }
});
