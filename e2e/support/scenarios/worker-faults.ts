import { expect } from '../fixtures.ts';
import { SHORT, type RunPage } from '../page-objects/run-page.ts';

/** Starts a run of four tests and waits for the first result. The rest before the next test leaves time for a fault. */
export async function runUntilFirstNumber(runPage: RunPage): Promise<string> {
  await runPage.open({ ...SHORT, interval: '2' });
  await runPage.begin();
  await expect(runPage.cells('SEQ1M Q1').first()).toContainText('one loop');
  return runPage.number('SEQ1M Q1', 'read');
}

/** One test failed after the first, in the record and in the grid; all others are done and keep their numbers. */
export async function expectOneFailed(runPage: RunPage, firstNumber: string): Promise<void> {
  const jobs = (await runPage.record())?.result.jobs ?? [];
  const failed = jobs.findIndex(({ status }) => status === 'failed');
  expect(failed).toBeGreaterThan(0);
  expect(jobs.map(({ status }) => status)).toEqual(jobs.map((_, index) => (index === failed ? 'failed' : 'done')));
  expect(jobs).toHaveLength(4);
  expect(await runPage.number('SEQ1M Q1', 'read')).toBe(firstNumber);
  await expect(runPage.results.getByText('failed', { exact: true })).toHaveCount(1);
  await expect(runPage.alert).toContainText('A worker stopped');
}
