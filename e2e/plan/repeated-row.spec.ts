import { expect, test } from '../support/fixtures.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';

test('a row that a link names twice is in the plan once, or named as a problem', async ({ page, runPage }) => {
  await runPage.open({ ...BRIEF, profile: 'real-world', rows: 'SEQ1M-Q1T1,SEQ1M-Q1T1', dir: 'read' });
  await expect(runPage.run).toBeEnabled();
  const rows = runPage.row('SEQ1M Q1');
  const named = page.getByText('rows=SEQ1M-Q1T1,SEQ1M-Q1T1');
  await expect(rows).toHaveCount(1);
  // Without a problem the address is the plan that runs; with one the profile's rows are there instead.
  const rowsInTable = await runPage.results.getByRole('rowheader').count();
  expect((await named.count()) > 0 || rowsInTable === 1).toBe(true);
});
