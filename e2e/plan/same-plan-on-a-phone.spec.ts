/** A phone measures what others measured by the same link, or is asked; nothing is changed silently. */
import { expect, test } from '../support/fixtures.ts';
import { declaration } from '../support/lib/records.ts';
import { visit } from '../support/lib/visit.ts';
import type { RunPage } from '../support/page-objects/run-page.ts';
import { planOf } from '@opfsmark/schema/families';

const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
/** Stopped as soon as it runs: which plan it is has been decided by then. */
async function planOfRun(runPage: RunPage) {
  await runPage.reaches('running');
  await runPage.stop.click();
  await runPage.reaches('done');
  return (await runPage.record())?.plan;
}

const GROUP = 'FEDCBA9876543210';

test.use({
  contextOptions: { userAgent: ANDROID, isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } },
});

test('a standard plan of a published result is run as it was published', async ({ api, measured, page, runPage }) => {
  const id = await api.publish(measured, declaration());
  await visit(page, `/r/${id}`);
  const again = page.getByRole('link', { name: 'Run the same test' });
  await visit(page, `${await again.getAttribute('href')}&engine=scripted&autorun=1`);
  // It was measured by passes, before plans named a time.
  expect(await planOfRun(runPage)).toEqual({ ...measured.plan, drive_s: 0 });
});

test('a link of a group waits for a choice', async ({ page, runPage }) => {
  await runPage.open({ group: GROUP, engine: 'scripted', autorun: '1' });
  const ask = page.getByRole('region', { name: 'Read from the drive too?' });
  await expect(ask).toBeVisible();
  await expect(runPage.run).toBeDisabled();
  await ask.getByRole('button', { name: 'Drive, then memory' }).click();
  await expect(ask).toHaveCount(0);
  await runPage.begin();
  expect(await planOfRun(runPage)).toEqual(planOf('quick'));
});

test('without a link of others a phone begins with memory, and a choice survives a reload', async ({
  page,
  runPage,
}) => {
  await runPage.open();
  await expect(page).toHaveURL(/[?&]cache=as-is/);
  // It asks what it will measure, and calls nothing changed that nobody has changed.
  const question = page.getByRole('heading', { level: 1 });
  await expect(question).toHaveText('How fast does this browser save, and read from memory?');
  await expect(page.getByText(/^Changed from/)).toHaveCount(0);
  await page.getByLabel('Reads').selectOption('drive, then memory');
  await expect(page).toHaveURL(/[?&]cache=drive-and-memory/);
  await expect(question).toHaveText('How fast is the drive behind this browser?');
  await page.reload();
  await expect(page.getByText('Reads: drive, then memory')).toBeVisible();
});
