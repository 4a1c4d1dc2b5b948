import { decodeSeries } from '@opfsmark/schema/documents';
import { plannedFiles } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { expectPermalink, runFamily } from '../support/scenarios/family-run.ts';
import { reportRows } from '../support/lib/report-tables.ts';

const FEW = { ll512k: '3', ll4k: '10', hl4k: '40', trials: '3' };

test('small files: creating, copying and deleting are timed apart, and every copy is compared', async ({
  familyPage,
}) => {
  const { record, plan, result } = await runFamily(familyPage, 'small-files', FEW);
  expect(result.cases.map(({ id }) => id)).toEqual(['ll_512k', 'll_4k', 'hl_4k']);
  for (const of of result.cases) {
    expect(of.files).toBe(plannedFiles(plan, of.id));
    expect(of.verified_files).toBe(plan.trials * of.files);
    for (const us of [of.create_us, of.copy_us, of.delete_us]) expect(decodeSeries(us)).toHaveLength(plan.trials);
  }
  expect(await familyPage.cellsOf('Figures')).toEqual(reportRows(record, 'Figures'));
  await expectPermalink(familyPage);
});
