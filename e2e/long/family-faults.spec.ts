/** A family that ends early because its worker falls silent or finds no space. Finished parts are kept. */
import { test } from '../support/fixtures.ts';
import { collectWorkers } from '../support/lib/workers.ts';
import { beginAppStorage, expectFailed, STORED } from '../support/scenarios/family-faults.ts';

const MIB = 2 ** 20;

/** Of the page's clock: how long a worker may be silent, and what it has written may take. */
const PATIENCE_S = 180;

test('a worker that falls silent is noticed, and what it found is kept', async ({ familyPage }) => {
  const { page } = familyPage;
  const endWorkers = await collectWorkers(page);
  await beginAppStorage(familyPage);
  await endWorkers();
  for (let s = 0; s < PATIENCE_S && !(await familyPage.alert.isVisible()); s += 10) await page.clock.runFor(10_000);
  await expectFailed(familyPage, 'worker_died', STORED);
});

test('a quota that is used up ends its family, and what it found is kept', async ({ familyPage }) => {
  const { page } = familyPage;
  await familyPage.openFamily('small-files', { ll512k: '2', ll4k: '10', hl4k: '10000', trials: '1' });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 12 * MIB });
  await familyPage.begin();
  await expectFailed(familyPage, 'quota_exceeded', 'Figures');
});
