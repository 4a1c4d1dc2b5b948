/** Takes pictures of the first click on a drive of each class, as root on Linux: its first mark, its middle, and its end. */
import { join } from 'node:path';
import { DRIVES, FOR_QUICK, whyNoSimulatedDrive, withSimulatedDrive } from '../drives/index.mjs';
import { whyNoMemoryLimit, withMemoryLimit } from '../../e2e/support/lib/memory-limit.mjs';
import { expect, test } from '../../e2e/support/fixtures.ts';
import { captureMoment } from '../../e2e/support/lib/capture.ts';
import { RunPage } from '../../e2e/support/page-objects/run-page.ts';
import { baseURL, launchOptions } from '../../e2e/support/site.ts';

const RUN_MS = 180_000;
const WHOLE_MS = 240_000;

for (const [drive, traits] of Object.entries(DRIVES)) {
  test(`the first click on ${drive}`, async ({ playwright }) => {
    test.setTimeout(WHOLE_MS);
    const why = whyNoMemoryLimit() ?? (await whyNoSimulatedDrive());
    test.skip(why !== null, why ?? '');
    await withSimulatedDrive({ bytes: FOR_QUICK.bytes, traits }, (folder) =>
      withMemoryLimit(FOR_QUICK.memoryBytes, async (limit) => {
        const profile = join(folder, 'profile');
        const context = await playwright.chromium.launchPersistentContext(profile, { ...launchOptions, baseURL });
        try {
          limit(profile);
          const run = new RunPage(await context.newPage());
          await run.open();
          await run.begin();
          const marks = run.page.getByRole('main').getByText(/\b(write|save) [\d,.]+$/);
          await expect(marks.first()).toBeVisible();
          await captureMoment(run.page, `drive-${drive}-1-first-mark`);
          await expect(marks.filter({ hasText: 'save' }).first()).toBeVisible({ timeout: RUN_MS });
          await captureMoment(run.page, `drive-${drive}-2-middle`);
          await run.reaches('done');
          await captureMoment(run.page, `drive-${drive}-3-end`);
        } finally {
          await context.close();
        }
      }),
    );
  });
}
