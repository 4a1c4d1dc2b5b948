import { databaseFigure } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { expectPermalink, runFamily } from '../support/scenarios/family-run.ts';
import { reportRows } from '../support/lib/report-tables.ts';

test('database: rows, waiting and computing add up, and the permalink shows the same', async ({ familyPage }) => {
  const { record, plan, result } = await runFamily(familyPage, 'database');
  const [bulk = 0, single = 0, reads = 0] = result.phases.map(({ rows }) => rows);
  expect(bulk).toBe(plan.bulk_rows);
  expect(Math.min(single, reads)).toBeGreaterThan(0);
  expect(result.verified_rows).toBe(bulk + single);
  const figures = result.phases.map(databaseFigure);
  for (const { waitShare, computeShare } of figures) expect(waitShare + computeShare).toBeCloseTo(1, 12);

  expect(await familyPage.cellsOf('Figures')).toEqual(reportRows(record, 'Figures'));
  expect(await familyPage.cellsOf('Calls to storage')).toEqual(reportRows(record, 'Calls to storage'));
  await expectPermalink(familyPage);
});
