import { join } from 'node:path';
import { expect, test as base } from '../support/fixtures.ts';
import { withExample } from '../support/lib/example.ts';
import { ROOT } from '../support/lib/paths.ts';
import { withRestarts } from '../support/lib/profile.ts';
import { answeredPuts, createStore, lookAt, putRows } from '../../wasm-core/survive/trial.mjs';

const PUTS = 20;

/** Builds the page once for all tests, which one worker runs: building takes longer than what each does with it. */
const test = base.extend<object, { readonly address: string }>({
  address: [({ playwright: _ }, use) => withExample(join(ROOT, 'wasm-core/syncs/page'), use), { scope: 'worker' }],
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
      const found = await lookAt(after, contender, acknowledged);
      expect(found).toEqual({ acknowledged, opened: true, lost: 0, torn: 0, damaged: 0 });
    });
  });
}
