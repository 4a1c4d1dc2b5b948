/** A checkup ends within its minute also where the drive takes 6 MB a second, with everything told that it is for. */
import { join } from 'node:path';
import { Checkup } from '@opfsmark/schema/checkup/schema';
import { expect, test } from '../../e2e/support/fixtures.ts';
import { baseURL, launchOptions } from '../../e2e/support/site.ts';
import { DRIVES, FOR_QUICK, whyNoSimulatedDrive, withSimulatedDrive } from '../drives/index.mjs';

test('a checkup of a browser on 6 MB/s ends in 60 s', async ({ playwright }) => {
  const obstacle = await whyNoSimulatedDrive();
  if (obstacle !== null) console.log(`skipped: ${obstacle}`);
  test.skip(obstacle !== null, obstacle ?? '');

  await withSimulatedDrive({ bytes: FOR_QUICK.bytes, traits: DRIVES.stick_6mbs }, async (folder) => {
    const context = await playwright.chromium.launchPersistentContext(join(folder, 'profile'), launchOptions);
    try {
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(`${baseURL}/checkup?autorun=1`);
      const report = page.locator('#checkup-json');
      await report.waitFor({ state: 'attached' });
      const checkup = Checkup.parse(JSON.parse((await report.textContent()) ?? ''));
      expect(checkup.wall_ms).toBeLessThan(60_000);
      expect(checkup.handles).toMatchObject({ of_own_files: 64 });
      // 16 MiB at 6 MB/s take 2.8 s, wherever the system waits for them.
      const { write_ns, flush_ns } = checkup.flush ?? { write_ns: 0, flush_ns: 0 };
      expect(write_ns + flush_ns).toBeGreaterThan(2e9);
      expect(checkup.reads?.forget?.ended).toBeDefined();
      console.log(`${Math.round(checkup.wall_ms / 1000)} s; clearing: ${checkup.reads?.forget?.ended}`);
    } finally {
      await context.close();
    }
  });
});
