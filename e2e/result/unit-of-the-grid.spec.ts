/** The chip of a unit changes the numbers of the grid, and nothing that says where they come from. */
import { randomId } from '@opfsmark/schema/documents';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

test('in µs the grid shows latencies, says that shorter is faster, and keeps the mark of memory', async ({
  api,
  page,
}) => {
  const id = await api.publishRanked(makeUpload({ keptInMemory: true, rig_id: randomId() }));
  await visit(page, `/r/${id}`);
  const results = page.getByRole('table', { name: 'Results' });
  const marks = results.getByText('kept in memory', { exact: true });
  await expect(marks.first()).toBeVisible();
  const marked = await marks.count();
  await expect(page.getByText(/^Bars: log scale .* MB\/s, longer is faster/)).toBeVisible();

  await page.getByRole('link', { name: 'µs', exact: true }).click();
  await expect(page).toHaveURL(/[?&]unit=us/);
  await expect(page.getByText(/^Median time per call\. Bars: log scale .* µs, shorter is faster/)).toBeVisible();
  await expect(results.getByText('µs', { exact: true }).first()).toBeVisible();
  await expect(results.getByText('MB/s', { exact: true })).toHaveCount(0);
  await expect(marks).toHaveCount(marked);
});
