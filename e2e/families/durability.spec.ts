import { durabilityFigures } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { expectPermalink, FAMILY_TEST_MS, runFamily } from '../support/scenarios/family-run.ts';
import { shown } from '../support/lib/shown.ts';

/** "1/20.3" for what is slower: small decimals say little. */
const ratioText = (ratio: number) => (ratio < 1 ? `1/${shown(1 / ratio)}` : `× ${shown(ratio)}`);

test('durability: the same megabytes three ways, with ratios', async ({ familyPage }) => {
  test.setTimeout(FAMILY_TEST_MS);
  const { plan, result } = await runFamily(familyPage, 'durability', { bytes: '8MiB', loops: '2' });
  for (const mode of ['none', 'end', 'each'] as const) {
    expect(result[mode]).toHaveLength(plan.loops);
    for (const { write, ended } of result[mode]) if (ended === 'visited') expect(write?.bytes).toBe(plan.bytes);
  }
  expect(result.none.every(({ flush_ns }) => flush_ns === 0)).toBe(true);
  const figures = durabilityFigures(result);
  const cells = await familyPage.cellsOf('Figures');
  expect(cells.map((row) => row[1])).toEqual(figures.map(({ bytesPerS }) => shown(bytesPerS / 1e6)));
  expect(cells.map((row) => row[3])).toEqual(figures.map(({ ratio }) => ratioText(ratio ?? 0)));
  await expect(familyPage.page.getByText(/\(2 loops of 8\.\d+ MB each way\)/)).toBeVisible();
  await expectPermalink(familyPage);
});
