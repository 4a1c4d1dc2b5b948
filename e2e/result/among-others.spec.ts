/** A run of this browser stands among what others measured, before it is published. */
import type { Stats } from '@opfsmark/schema/api';
import { randomId } from '@opfsmark/schema/documents';
import { entryOf } from '../../web/src/lib/features/history/keep.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { keepRun, showFinished } from '../support/lib/kept-runs.ts';
import { visit } from '../support/lib/visit.ts';

const NETWORKS = 20;
const cell: Stats['metrics'][number] = {
  ...{ metric: 'rnd4k_q1t1_read', unit: 'iops' as const, better: 'higher' as const, networks: NETWORKS },
  ...{ p5: 100, p25: 100, p50: 100, p75: 100, p95: 100, low: 100, high: 100 },
  run_id: '7777777777777777',
  buckets: [{ value: 100, count: NETWORKS }],
};
/** A standard plan, as ranked runs have: real records are smaller. */
const { record } = makeUpload({ rig_id: randomId() });

test.beforeEach(async ({ page }) => {
  await page.route('**/api/v1/stats?*', (route) => {
    const cut = new URL(route.request().url()).searchParams.get('cut') ?? '';
    // Only the system is named.
    const metrics: Stats['metrics'] = /^os\|\d+\.shared\|linux$/.test(cut) ? [cell] : [];
    const json: Stats = { cut, runs: NETWORKS, metrics };
    return route.fulfill({ json });
  });
  await visit(page, '/');
});

test('on the run page', async ({ page }) => {
  await showFinished(page, record);
  await expect(page.getByText(`Faster than ${NETWORKS} of ${NETWORKS} networks`)).toBeVisible();
});

test('on its page in History', async ({ page }) => {
  await keepRun(page, entryOf(record, null), record);
  await visit(page, '/history');
  await page.getByRole('table', { name: 'Runs' }).getByRole('rowheader').getByRole('link').click();
  await expect(page.getByText(`Faster than ${NETWORKS} of ${NETWORKS} networks`)).toBeVisible();
});
