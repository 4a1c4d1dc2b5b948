import { durabilityFigures } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { runFamily } from '../support/scenarios/family-run.ts';
import { shown } from '../support/lib/shown.ts';

/** "20× slower" as a ratio; "the same" is 1. */
function ratioIn(text = ''): number {
  const [, factor, side] = /^([\d.,]+)× (slower|faster)$/.exec(text) ?? [];
  if (factor === undefined) return text === 'the same' ? 1 : Number.NaN;
  const value = Number(factor.replaceAll(',', ''));
  return side === 'faster' ? value : 1 / value;
}

test('durability: the same megabytes three ways, with ratios', async ({ familyPage }) => {
  const { plan, result } = await runFamily(familyPage, 'durability', { bytes: '8MiB', loops: '2' });
  for (const mode of ['none', 'end', 'each'] as const) {
    expect(result[mode]).toHaveLength(plan.loops);
    for (const { write, ended } of result[mode]) if (ended === 'visited') expect(write?.bytes).toBe(plan.bytes);
  }
  expect(result.none.every(({ flush_ns }) => flush_ns === 0)).toBe(true);
  const figures = durabilityFigures(result);
  const cells = await familyPage.cellsOf('Figures');
  expect(cells.map((row) => row[1])).toEqual(figures.map(({ bytesPerS }) => shown(bytesPerS / 1e6)));
  // Two digits are shown.
  for (const [index, { ratio }] of figures.entries()) {
    expect(Math.abs(ratioIn(cells[index]?.[3]) / (ratio ?? 0) - 1), cells[index]?.[3]).toBeLessThan(0.06);
  }
  await expect(familyPage.page.getByText(/\(2 loops of 8\.\d+\sMB per mode\)/)).toBeVisible();
});
