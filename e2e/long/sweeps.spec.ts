import { sweepPoints, sweepRows } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { expectPermalink, runFamily } from '../support/scenarios/family-run.ts';
import { reportRows } from '../support/lib/report-tables.ts';

/** As many points as the standard plan has. */
const SHORT_POINTS = { size: '64MiB', limit_ms: '100', warmup_ms: '20' };

for (const id of ['block-sweep', 'queue-sweep'] as const) {
  test(`${id}: the table has the record's point for every power of two`, async ({ familyPage }) => {
    const { record, plan, result } = await runFamily(familyPage, id, SHORT_POINTS);
    const points = sweepPoints(result);
    expect(points).toHaveLength(2 * sweepRows(plan).length);
    for (const job of result.jobs) {
      for (const pass of job.passes) {
        for (const side of [pass.read, pass.write]) if (side) expect(side.bytes).toBe(side.ops * job.row.block_bytes);
      }
      if (job.direction === 'read') expect(job.verified_sectors).toBeGreaterThan(0);
    }
    expect(await familyPage.cellsIn('Figures', 'Figures')).toEqual(reportRows(record, 'Figures'));
    await expect(familyPage.page.getByRole('img').first()).toBeVisible();
    await expectPermalink(familyPage);
  });
}
