import { RunRecord } from '@opfsmark/schema/families';
import * as z from 'zod/mini';
import { expect, test } from '../support/fixtures.ts';
import { LONG, SHORT } from '../support/page-objects/run-page.ts';

test('autorun measures without a click and leaves a valid record', async ({ runPage }) => {
  await runPage.open({ ...SHORT, autorun: '1' });
  await runPage.reaches('done', 50_000);
  const record = z.parse(RunRecord, await runPage.record());
  expect(record.status).toBe('done');
  expect(await runPage.page.evaluate(() => window.opfsmark?.error)).toBeNull();
});

test('without autorun the page waits', async ({ runPage, page }) => {
  await runPage.open(SHORT);
  await expect(runPage.run).toBeEnabled();
  expect(await page.evaluate(() => window.opfsmark)).toEqual({ status: 'idle', record: null, error: null });
});

test('an autorun that cannot start ends as failed and says why', async ({ context, runPage }) => {
  await runPage.open({ ...LONG, autorun: '1' });
  await expect(runPage.stop).toBeVisible();

  const second = runPage.on(await context.newPage());
  await second.open({ ...SHORT, autorun: '1' });
  await second.reaches('failed', 10_000);
  expect(JSON.stringify(await second.page.evaluate(() => window.opfsmark?.error))).toContain('busy');
});

test('a plan as JSON is the plan that is measured and recorded', async ({ runPage, page }) => {
  const parts = { file_bytes: 16 * 1024 ** 2, loops: 1, limit_s: 0, directions: ['read'], seed: 7 };
  const plan = { profile: 'quick', cache: 'as-is', ...parts };
  await runPage.open({ plan: JSON.stringify(plan), autorun: '1' });
  await expect(page).toHaveURL(/\/\?profile=quick&.*size=16MiB/);
  await runPage.reaches('done', 50_000);
  expect((await runPage.record())?.plan).toMatchObject(plan);
});

test('a plan of another family as JSON opens its page', async ({ familyPage, page }) => {
  await familyPage.open({ plan: '{"family":"stutter"}' });
  await expect(page.getByRole('heading', { name: 'Stutter' })).toBeVisible();
  await expect(familyPage.run).toBeEnabled();
});

for (const [plan, named] of [
  ['{"loops":99}', 'loops=99'],
  ['{"speed":11}', 'speed=11'],
  ['{"family":"dance"}', 'family=dance'],
  ['{"loops":', 'plan={"loops":'],
] as const) {
  test(`for the plan ${plan} the page names the part that it cannot use`, async ({ runPage, page }) => {
    await runPage.open({ plan });
    await expect(page.getByRole('alert').getByText(named, { exact: true })).toBeVisible();
    await expect(runPage.run).toBeEnabled();
  });
}
