/** What of storage for apps survives the end of a browser, and a power cut. */
import { join } from 'node:path';
import { expect, test as base } from '../../e2e/support/fixtures.ts';
import { withExample } from '../../e2e/support/lib/example.ts';
import { ROOT } from '../../e2e/support/lib/paths.ts';
import { withRestarts } from '../../e2e/support/lib/profile.ts';
import { answeredPuts, createStore, lookAt, putRows, EndableBrowser } from '../survive/trial.mjs';
import { execFileSync } from 'node:child_process';
import { launchOptions } from '../../e2e/support/site.ts';
import { whyNoSimulatedDrive, withSimulatedDrive } from '../drives/index.mjs';

const PUTS = 20;

/** Builds the page once for all tests, which one worker runs: building takes longer than what each does with it. */
const test = base.extend<object, { readonly address: string }>({
  address: [({ playwright: _ }, use) => withExample(join(ROOT, 'labs/syncs/page'), use), { scope: 'worker' }],
});
test.describe.configure({ mode: 'default' });

for (const contender of ['opfs-sync', 'idb-strict', 'sahpool-wal', 'coop', 'write-ahead'] as const) {
  test(`${contender}: every row that was answered survives kill -9 of the browser`, async ({ playwright, address }) => {
    await withRestarts(playwright.chromium, async ({ open, restart }) => {
      const before = await open();
      await before.goto(address);
      await createStore(before, contender);
      await putRows(before, { contender, puts: PUTS, goesOn: true });
      const acknowledged = await answeredPuts(before);
      await restart('killed');

      const after = await open();
      await after.goto(address);
      const survival = await lookAt(after, contender, acknowledged);
      expect(survival).toEqual({ acknowledged, opened: true, lost: 0, torn: 0, damaged: 0 });
    });
  });
}

const DRIVE_BYTES = 512 * 2 ** 20;

test('a power cut: rows of IndexedDB that were answered are kept, and a store that ignores flush is caught', async ({
  playwright,
  address,
}) => {
  const obstacle = await whyNoSimulatedDrive();
  if (obstacle !== null) console.log(`skipped: ${obstacle}`);
  test.skip(obstacle !== null, obstacle ?? '');

  await withSimulatedDrive({ bytes: DRIVE_BYTES, power: true }, async (folder, power) => {
    const launch = (profile: string) => playwright.chromium.launchPersistentContext(profile, launchOptions);
    const browser = new EndableBrowser({ launch, profile: join(folder, 'profile'), address });
    try {
      const before = await browser.open();
      await createStore(before, 'idb-strict');
      await createStore(before, 'opfs-sync');
      // What is older was written long ago.
      execFileSync('sync', ['--file-system', folder]);
      await putRows(before, { contender: 'idb-strict', puts: PUTS });
      await putRows(before, { contender: 'opfs-sync', puts: PUTS, planted: true });
      power.turnOff({ writingBack: false });
      await browser.kill();
      await power.turnOn({ keptPercent: 0, seed: 1 });

      const after = await browser.open();
      const intactStore = { acknowledged: PUTS, opened: true, lost: 0, torn: 0, damaged: 0 };
      expect(await lookAt(after, 'idb-strict', PUTS)).toEqual(intactStore);
      expect(await lookAt(after, 'opfs-sync', PUTS)).toEqual({ ...intactStore, lost: PUTS });
    } finally {
      await browser.close();
    }
  });
});
