import { databaseFigure } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { expectPermalink, runFamily } from '../support/scenarios/family-run.ts';
import { shown } from '../support/lib/shown.ts';

test('database: rows, waiting and computing add up, and the permalink shows the same', async ({ familyPage }) => {
  const { plan, result } = await runFamily(familyPage, 'database');
  const [bulk = 0, single = 0, reads = 0] = result.phases.map(({ rows }) => rows);
  expect(bulk).toBe(plan.bulk_rows);
  expect(Math.min(single, reads)).toBeGreaterThan(0);
  expect(result.verified_rows).toBe(bulk + single);
  const figures = result.phases.map(databaseFigure);
  for (const { waitShare, computeShare } of figures) expect(waitShare + computeShare).toBeCloseTo(1, 12);

  const cells = await familyPage.cellsOf('Figures');
  expect(cells.map((row) => row[2])).toEqual(figures.map(({ rowsPerS }) => shown(rowsPerS)));
  expect(cells.map((row) => row[3])).toEqual(figures.map(({ waitShare }) => `${shown(waitShare * 100, 1)} %`));
  await expectPermalink(familyPage);
});
