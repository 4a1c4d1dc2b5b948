import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted } from '../support/lib/opfs.ts';
import { collectWorkers, workersOf } from '../support/lib/workers.ts';
import { expectOneFailed, runUntilFirstNumber } from '../support/scenarios/worker-faults.ts';

test('a worker that falls silent fails its test; the others are run and kept', async ({ page, runPage }) => {
  const endWorkers = await collectWorkers(page);
  const firstNumber = await runUntilFirstNumber(runPage);
  await endWorkers();
  // Step by step: new workers begin in their own time, and would be taken for silent if the page's clock went on.
  while (!(await runPage.results.getByText('failed', { exact: true }).isVisible())) await page.clock.runFor(5_000);
  await runPage.reaches('failed');

  await expectOneFailed(runPage, firstNumber);
  expect((await runPage.record())?.failure).toMatchObject({ code: 'worker_died' });
  await expectFilesDeleted(page);
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
    workersOf(page).map((worker) =>
      worker.evaluate(() => {
        const { lastHandle } = globalThis as { lastHandle?: { close: () => void } };
        lastHandle?.close();
      }),
    ),
  );
  await runPage.reaches('failed');
  const record = await runPage.record();
  expect(record?.failure).toMatchObject({ code: 'handle_lost' });
  expect(record?.result.jobs[0]?.status).toBe('done');
  expect(record?.result.jobs.map(({ status }) => status)).toContain('failed');
  expect(await runPage.number('SEQ1M Q1', 'read')).toBe(firstNumber);
  await expect(runPage.alert).toContainText('What was finished before is kept');
  await expectFilesDeleted(page);
});
