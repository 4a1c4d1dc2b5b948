import { expect, test } from '../support/fixtures.ts';
import { filesInOpfs } from '../support/lib/opfs.ts';
import { crashWorkers, collectWorkers } from '../support/lib/workers.ts';
import { SHORT, type RunPage } from '../support/page-objects/run-page.ts';

/** Starts a run of four tests and waits for the first result. The rest before the next test leaves time for a fault. */
async function runUntilFirstNumber(runPage: RunPage): Promise<string> {
  await runPage.open({ ...SHORT, interval: '2' });
  await runPage.run.click();
  await expect(runPage.cells('SEQ1M Q1').first()).toContainText('one loop', { timeout: 30_000 });
  return runPage.number('SEQ1M Q1', 'read');
}

/** One test failed after the first, in the record and in the grid; all others are done and keep their numbers. */
async function expectOneFailed(runPage: RunPage, firstNumber: string): Promise<void> {
  const jobs = (await runPage.record())?.result.jobs ?? [];
  const failed = jobs.findIndex(({ status }) => status === 'failed');
  expect(failed).toBeGreaterThan(0);
  expect(jobs.map(({ status }) => status)).toEqual(jobs.map((_, index) => (index === failed ? 'failed' : 'done')));
  expect(jobs).toHaveLength(4);
  expect(await runPage.number('SEQ1M Q1', 'read')).toBe(firstNumber);
  await expect(runPage.results.getByText('failed', { exact: true })).toHaveCount(1);
  await expect(runPage.alert).toContainText('A worker stopped');
}

test.describe('a worker that dies', () => {
  test.use({ expectedErrors: [/crashed on purpose/] });

  test('fails its test; the others are run and kept, and no file is left', async ({ page, runPage }) => {
    const firstNumber = await runUntilFirstNumber(runPage);
    await crashWorkers(page);
    await runPage.reaches('failed', 50_000);

    await expectOneFailed(runPage, firstNumber);
    const record = await runPage.record();
    expect(record?.failure).toMatchObject({ code: 'worker_died' });
    expect(record?.failure?.detail).toContain('crashed on purpose');
    expect(await filesInOpfs(page)).toEqual([]);
  });
});

test('a worker that falls silent fails its test; the others are run and kept', async ({ page, runPage }) => {
  const endWorkers = await collectWorkers(page);
  const firstNumber = await runUntilFirstNumber(runPage);
  await endWorkers();
  // Step by step: new workers begin in their own time, and would be taken for silent if the page's clock went on.
  while (!(await runPage.results.getByText('failed', { exact: true }).isVisible())) await page.clock.runFor(5_000);
  await runPage.reaches('failed', 50_000);

  await expectOneFailed(runPage, firstNumber);
  expect((await runPage.record())?.failure).toMatchObject({ code: 'worker_died' });
  expect(await filesInOpfs(page)).toEqual([]);
});

test('a handle that is lost fails its tests, keeps the finished ones, and leaves no file', async ({
  page,
  runPage,
}) => {
  // Each worker keeps a reference to its last handle, so that the test can close it.
  await page.route(/worker/i, async (route) => {
    const response = await route.fetch();
    if (!(response.headers()['content-type'] ?? '').includes('javascript')) return route.fulfill({ response });
    const keep = `{
      const { createSyncAccessHandle } = FileSystemFileHandle.prototype;
      FileSystemFileHandle.prototype.createSyncAccessHandle = async function (...options) {
        return (globalThis.lastHandle = await createSyncAccessHandle.apply(this, options));
      };
    }\n`;
    return route.fulfill({ response, body: `${keep}${await response.text()}` });
  });
  const firstNumber = await runUntilFirstNumber(runPage);
  await Promise.all(
    page.workers().map((worker) =>
      worker.evaluate(() => {
        const { lastHandle } = globalThis as { lastHandle?: { close: () => void } };
        lastHandle?.close();
      }),
    ),
  );
  await runPage.reaches('failed', 50_000);
  const record = await runPage.record();
  expect(record?.failure).toMatchObject({ code: 'handle_lost' });
  expect(record?.result.jobs[0]?.status).toBe('done');
  expect(record?.result.jobs.map(({ status }) => status)).toContain('failed');
  expect(await runPage.number('SEQ1M Q1', 'read')).toBe(firstNumber);
  await expect(runPage.alert).toContainText('What was finished before is kept');
  expect(await filesInOpfs(page)).toEqual([]);
});
