import { expect, test } from '../support/fixtures.ts';
import { expectPermalink, runFamily } from '../support/scenarios/family-run.ts';

test('latency under load: writes that are due at shares of what the drive takes', async ({ familyPage }) => {
  const { plan, result } = await runFamily(familyPage, 'latency-under-load', {
    size: '16MiB',
    loops: '2',
    limit: '1',
  });
  expect(result.loops).toHaveLength(plan.loops);
  for (const { loads } of result.loops) expect(loads).toHaveLength(3);
  const cells = await familyPage.cellsOf('Figures');
  expect(cells.map(([name]) => name)).toEqual(['Median', 'p95', 'p99', 'p99.9', 'Longest', 'Writes']);
  await expectPermalink(familyPage);
});
