import { decodeSeries } from '@opfsmark/schema/documents';
import { sustainedFigures } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { expectPermalink, runFamily } from '../support/scenarios/family-run.ts';

const SMALL = { budget: '256MiB', size: '64MiB', round: '32MiB', until: 'budget' };

test('sustained write: names its budget, keeps it, and shows every round', async ({ familyPage }) => {
  const { plan, result } = await runFamily(familyPage, 'sustained', SMALL);
  const rounds = decodeSeries(result.total_us);
  expect((result.fill?.bytes ?? 0) + (result.write?.bytes ?? 0)).toBeLessThanOrEqual(plan.budget_bytes);
  expect(result.write?.bytes).toBe(rounds.length * plan.round_bytes);
  expect(await familyPage.cellsIn('Figures', 'Every round')).toHaveLength(rounds.length);
  expect(await familyPage.cellsOf('Level')).toHaveLength(sustainedFigures(result, plan).levels.length);
  await expectPermalink(familyPage);
});

test('sustained write: ends when it is steady, if the plan asks for that', async ({ familyPage }) => {
  const { result } = await runFamily(familyPage, 'sustained', { ...SMALL, until: 'steady', engine: 'scripted' });
  expect(result.ended).toBe('steady');
  expect(decodeSeries(result.total_us)).toHaveLength(5);
  await expect(familyPage.page.getByText('Ended: steady.')).toBeVisible();
});
