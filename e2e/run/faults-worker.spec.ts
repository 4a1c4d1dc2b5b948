import { expect, test } from '../support/fixtures.ts';
import { filesInOpfs } from '../support/lib/opfs.ts';
import { crashWorkers, holdWorkers } from '../support/lib/workers.ts';
import { SHORT } from '../support/page-objects/run-page.ts';

test.describe('a worker that dies', () => {
  test.use({ expectedErrors: [/crashed on purpose/] });

  test('fails its test; the others are run and kept, and no file is left', async ({ page, runPage }) => {
    await runPage.open({ ...SHORT, interval: '2' });
    await runPage.run.click();
    await expect(runPage.row('SEQ1M Q1').getByRole('cell').first()).toContainText(/\d/, { timeout: 30_000 });
    await crashWorkers(page);
    await runPage.reaches('failed', 50_000);

    const record = await runPage.record();
    const jobs = record?.result.jobs.map(({ status }) => status) ?? [];
    expect(jobs).toHaveLength(4);
    expect(jobs.filter((status) => status === 'failed')).toHaveLength(1);
    expect(record?.failure).toMatchObject({ code: 'worker_died' });
    expect(record?.failure?.detail).toContain('crashed on purpose');
    expect(await filesInOpfs(page)).toEqual([]);
  });
});

test('a worker that falls silent without an error is noticed, and fails its test alone', async ({ page, runPage }) => {
  const endWorkers = await holdWorkers(page);
  await runPage.open({ ...SHORT, interval: '2' });
  await runPage.run.click();
  await expect(runPage.row('SEQ1M Q1').getByRole('cell').first()).toContainText(/\d/, { timeout: 30_000 });
  await endWorkers();
  await page.clock.runFor('02:00');
  await runPage.reaches('failed', 50_000);

  const record = await runPage.record();
  const failed = record?.result.jobs.filter(({ status }) => status === 'failed');
  expect(failed).toHaveLength(1);
  expect(record?.failure).toMatchObject({ code: 'worker_died' });
  expect(record?.result.jobs.map(({ status }) => status)).toContain('done');
  expect(await filesInOpfs(page)).toEqual([]);
});

test('a handle that is lost fails its tests, keeps the finished ones, and leaves no file', async ({
  page,
  runPage,
}) => {
  // Every worker's handles can be had from inside it, to be closed behind its back.
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
  await runPage.open({ ...SHORT, interval: '2' });
  await runPage.run.click();
  await expect(runPage.row('SEQ1M Q1').getByRole('cell').first()).toContainText(/\d/, { timeout: 30_000 });
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
  await expect(runPage.alert).toContainText('What was finished before is kept');
  expect(await filesInOpfs(page)).toEqual([]);
});
