import { plannedItems, storageApiFigure } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { expectPermalink, FAMILY_TEST_MS, runFamily } from '../support/scenarios/family-run.ts';
import { shown } from '../support/lib/shown.ts';

test('storage APIs: the same items through each, read back and compared', async ({ familyPage }) => {
  test.setTimeout(FAMILY_TEST_MS);
  const { plan, result } = await runFamily(familyPage, 'storage-apis');
  expect(result.missing).toEqual([]);
  expect(result.cells).toHaveLength(plan.apis.length * 4);
  for (const cell of result.cells) {
    expect(cell.ops).toBe(plannedItems(plan, cell.block_bytes));
    expect(cell.verified_items).toBe(cell.direction === 'read' ? cell.ops : 0);
  }
  const rates = result.cells.map((cell) => shown(storageApiFigure(cell, result)?.opsPerS ?? 0));
  expect((await familyPage.cellsOf('Figures')).map((row) => row[2])).toEqual(rates);
  await expectPermalink(familyPage);
});
