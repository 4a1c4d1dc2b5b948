/** Takes pictures of the first click on a drive of each class, as root on Linux: its first mark, its middle, and its end. */
import { join } from 'node:path';
import type { PlaywrightWorkerArgs } from '@playwright/test';
import { DRIVES, FOR_QUICK, whyNoSimulatedDrive, withSimulatedDrive } from '../drives/index.mjs';
import { whyNoMemoryLimit, withMemoryLimit } from '../../e2e/support/lib/memory-limit.mjs';
import { expect, test } from '../../e2e/support/fixtures.ts';
import { captureMoment } from '../../e2e/support/lib/capture.ts';
import { RunPage } from '../../e2e/support/page-objects/run-page.ts';
import { baseURL, launchOptions } from '../../e2e/support/site.ts';

const RUN_MS = 180_000;
const WHOLE_MS = 240_000;
const DIES_AFTER_BYTES = 2 ** 28;

type Worsen = Record<'die' | 'pullOut', () => void>;

/** Opens the first click's page on a drive, begins, and takes a picture of its first mark. */
async function firstClick(
  playwright: PlaywrightWorkerArgs['playwright'],
  [name, traits]: readonly [string, (typeof DRIVES)['nvme_80us']],
  goOn: (run: RunPage, worsen: Worsen) => Promise<void>,
): Promise<void> {
  test.setTimeout(WHOLE_MS);
  const why = whyNoMemoryLimit() ?? (await whyNoSimulatedDrive());
  test.skip(why !== null, why ?? '');
  await withSimulatedDrive({ bytes: FOR_QUICK.bytes, traits }, (folder, _power, worsen) =>
    withMemoryLimit(FOR_QUICK.memoryBytes, async (limit) => {
      const profile = join(folder, 'profile');
      const context = await playwright.chromium.launchPersistentContext(profile, { ...launchOptions, baseURL });
      try {
        limit(profile);
        const run = new RunPage(await context.newPage());
        await run.open();
        await run.begin();
        await expect(marksOf(run).first()).toBeVisible();
        await captureMoment(run.page, `drive-${name}-1-first-mark`);
        await goOn(run, worsen);
      } finally {
        await context.close();
      }
    }),
  );
}

const marksOf = ({ page }: RunPage) => page.getByRole('main').getByText(/\b(write|save) [\d,.]+$/);

for (const [drive, traits] of Object.entries(DRIVES)) {
  test(`the first click on ${drive}`, async ({ playwright }) => {
    await firstClick(playwright, [drive, traits], async (run) => {
      await expect(marksOf(run).filter({ hasText: 'save' }).first()).toBeVisible({ timeout: RUN_MS });
      await captureMoment(run.page, `drive-${drive}-2-middle`);
      await run.reaches('done');
      await captureMoment(run.page, `drive-${drive}-3-end`);
    });
  });
}

/** Takes a picture of the end of a run whose drive fails in the middle of it. */
async function endsWith(run: RunPage, name: string, { title, verdict }: { title: string; verdict: string }) {
  await run.reaches('failed');
  await captureMoment(run.page, `drive-${name}-2-end`);
  await expect(run.alert).toContainText(title);
  await expect(run.page.getByText(verdict)).toBeVisible();
}

test('the first click on a drive that dies', async ({ playwright }) => {
  await firstClick(playwright, ['dying', DRIVES.sata_300us], async (run, { die }) => {
    const usedBytes = () => run.page.evaluate(async () => (await navigator.storage.estimate()).usage);
    await expect.poll(usedBytes).toBeGreaterThan(DIES_AFTER_BYTES);
    die();
    await endsWith(run, 'dying', {
      title: 'The drive refuses writes',
      verdict: 'No verdict on the drive: it refused a write.',
    });
  });
});

test('the first click on a drive that is pulled out before it is read', async ({ playwright }) => {
  await firstClick(playwright, ['pulled-out', DRIVES.sata_300us], async (run, { pullOut }) => {
    await expect(run.page.getByRole('heading', { name: 'Clearing memory' })).toBeVisible({ timeout: RUN_MS });
    pullOut();
    await endsWith(run, 'pulled-out', {
      title: 'Reading or writing failed',
      verdict: 'No verdict on the drive: reading or writing failed.',
    });
  });
});
