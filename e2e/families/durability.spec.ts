import { durabilityFigures } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { runFamily } from '../support/scenarios/family-run.ts';
import { reportRows } from '../support/lib/report-tables.ts';

test('durability: the same megabytes three ways, with ratios', async ({ familyPage }) => {
  const { record, plan, result } = await runFamily(familyPage, 'durability', { bytes: '8MiB', loops: '2' });
  for (const mode of ['none', 'end', 'each'] as const) {
    expect(result[mode]).toHaveLength(plan.loops);
    for (const { write, ended } of result[mode]) if (ended === 'visited') expect(write?.bytes).toBe(plan.bytes);
  }
  expect(result.none.every(({ flush_ns }) => flush_ns === 0)).toBe(true);
  expect(durabilityFigures(result)).toHaveLength(3);
  expect(await familyPage.cellsOf('Figures')).toEqual(reportRows(record, 'Figures'));
  await expect(familyPage.page.getByText(/\(2 loops of 8\.\d+\sMB per mode\)/)).toBeVisible();
});
