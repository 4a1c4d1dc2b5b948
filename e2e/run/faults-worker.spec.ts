import { expect, test } from '../support/fixtures.ts';
import { expectFilesDeleted } from '../support/lib/opfs.ts';
import { crashWorkers } from '../support/lib/workers.ts';
import { expectOneFailed, runUntilFirstNumber } from '../support/scenarios/worker-faults.ts';

test.describe('a worker that dies', () => {
  test.use({ expectedErrors: [/crashed on purpose/] });

  test('fails its test; the others are run and kept, and no file is left', async ({ page, runPage }) => {
    const firstNumber = await runUntilFirstNumber(runPage);
    await crashWorkers(page);
    await runPage.reaches('failed');

    await expectOneFailed(runPage, firstNumber);
    const record = await runPage.record();
    expect(record?.failure).toMatchObject({ code: 'worker_died' });
    expect(record?.failure?.detail).toContain('crashed on purpose');
    await expectFilesDeleted(page);
  });
});
