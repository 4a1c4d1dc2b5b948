/** The table of a finished run says where its reads came from as the card above it does. */
import { randomId } from '@opfsmark/schema/documents';
import { planOf, withCache } from '@opfsmark/schema/families';
import { makeUpload, type MadeRun } from '../../worker-api/test/factory.ts';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

const RUNS: [name: string, made: MadeRun, chip: string, never: string][] = [
  ['files kept in memory', { keptInMemory: true }, 'from memory', 'drive'],
  [
    'direct reads',
    { plan: withCache(planOf('quick'), 'drive'), environment: { engine: 'node-direct' } },
    'drive',
    'from memory',
  ],
];

for (const [name, made, chip, never] of RUNS) {
  test(`the grid of a published run with ${name} marks no read as "${never}"`, async ({ api, page }) => {
    const id = await api.publishRanked(makeUpload({ ...made, rig_id: randomId() }));
    await visit(page, `/r/${id}`);
    const results = page.getByRole('table', { name: 'Results' });
    await expect(results.getByText(chip, { exact: true }).first()).toBeVisible();
    await expect(results.getByText(never, { exact: true })).toHaveCount(0);
  });
}
