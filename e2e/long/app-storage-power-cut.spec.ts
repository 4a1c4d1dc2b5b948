import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { withExample } from '../support/lib/example.ts';
import { ROOT } from '../support/lib/paths.ts';
import { launchOptions } from '../support/site.ts';
import { whyNoSimulatedDrive, withSimulatedDrive } from '../../wasm-core/bench/simulated-drive/index.mjs';
import { createStore, EndableBrowser, lookAt, putRows } from '../../wasm-core/survive/trial.mjs';

const PUTS = 10;
const DRIVE_BYTES = 512 * 2 ** 20;

test('a power cut: rows of IndexedDB that were answered are kept, and a store that ignores flush is caught', async ({
  playwright,
}) => {
  const obstacle = await whyNoSimulatedDrive();
  if (obstacle !== null) console.log(`skipped: ${obstacle}`);
  test.skip(obstacle !== null, obstacle ?? '');

  await withExample(join(ROOT, 'wasm-core/syncs/page'), (address) =>
    withSimulatedDrive({ bytes: DRIVE_BYTES, power: true }, async (folder, power) => {
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
        const intact = { acknowledged: PUTS, opened: true, lost: 0, torn: 0, damaged: 0 };
        expect(await lookAt(after, 'idb-strict', PUTS)).toEqual(intact);
        expect(await lookAt(after, 'opfs-sync', PUTS)).toEqual({ ...intact, lost: PUTS });
      } finally {
        await browser.close();
      }
    }),
  );
});
