/** A family that ends early because its worker dies. Finished parts are kept. */
import { test } from '../support/fixtures.ts';
import { crashWorkers } from '../support/lib/workers.ts';
import { beginAppStorage, expectFailed, STORED } from '../support/scenarios/family-faults.ts';

test.describe('a worker that dies', () => {
  test.use({ expectedErrors: [/crashed on purpose/] });

  test('ends its family, and what it found is kept', async ({ familyPage }) => {
    await beginAppStorage(familyPage);
    await crashWorkers(familyPage.page);
    await expectFailed(familyPage, 'worker_died', STORED);
  });
});
