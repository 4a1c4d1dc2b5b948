import { join } from 'node:path';
import type { ContenderId } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { withExample } from '../support/lib/example.ts';
import { ROOT } from '../support/lib/paths.ts';
import { withRestarts } from '../support/lib/profile.ts';

const ANSWERED_ROWS = 20;

/** What the page of wasm-core/syncs offers. */
interface Bench {
  readonly bench: { ask(contender: ContenderId, request: object): Promise<{ type: string; survivors?: object }> };
  readonly acknowledged?: number;
}

for (const contender of ['opfs-sync', 'idb-strict', 'sahpool-wal', 'coop', 'write-ahead'] as const) {
  test(`${contender}: every row that was answered survives kill -9 of the browser`, async ({ playwright }) => {
    await withExample(join(ROOT, 'wasm-core/syncs/page'), (address) =>
      withRestarts(playwright.chromium, async ({ open, restart }) => {
        const before = await open();
        await before.goto(address);
        const begun = await before.evaluate(async (id) => {
          const { bench } = window as unknown as Bench;
          const created = await bench.ask(id, { type: 'loop', loop: 0 });
          void bench.ask(id, { type: 'put-on' });
          return created.type;
        }, contender);
        expect(begun).toBe('checksum');
        const answered = await before.waitForFunction(
          (rows) => {
            const { acknowledged = 0 } = window as unknown as Bench;
            return acknowledged >= rows ? acknowledged : null;
          },
          ANSWERED_ROWS,
          { polling: 1 },
        );
        const acknowledged = Number(await answered.jsonValue());
        await restart('killed');

        const after = await open();
        await after.goto(address);
        const found = await after.evaluate(
          ([id, rows]) => (window as unknown as Bench).bench.ask(id, { type: 'look', acknowledged: rows }),
          [contender, acknowledged] as const,
        );
        expect(found).toEqual({ type: 'survivors', survivors: { lost: 0, torn: 0, damaged: 0 } });
      }),
    );
  });
}
