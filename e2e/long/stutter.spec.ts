import { estimate, loadBins, standardPlan } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { expectPermalink, runFamily } from '../support/scenarios/family-run.ts';
import { shown } from '../support/lib/shown.ts';
import { reload } from '../support/lib/visit.ts';

const COURSE = 'Longest wait over time';

test('stutter: the table counts every call, and the threshold can be changed', async ({ familyPage }) => {
  const { plan, result } = await runFamily(familyPage, 'stutter', { calls: '1000', min: '1' });
  const { read, write, ended } = result.pass ?? {};
  if (!read || !write) throw new Error('no calls');
  expect(result.load_ms).toBeGreaterThanOrEqual(1_000);
  if (ended === 'visited') expect(read.ops + write.ops).toBeGreaterThanOrEqual(2 * plan.calls);
  expect((result.fill?.bytes ?? 0) + write.bytes).toBeLessThanOrEqual(estimate(plan).bytesWrittenMax);
  expect(read.bytes + write.bytes).toBe((read.ops + write.ops) * 4096);

  const rows = await familyPage.cellsOf('Calls by duration');
  const sumOf = (column: 1 | 2) => rows.reduce((sum, row) => sum + Number((row[column] ?? '').replaceAll(',', '')), 0);
  expect([sumOf(1), sumOf(2)]).toEqual([read.ops, write.ops]);
  const [mean] = await familyPage.cellsOf('Figures');
  expect(mean?.[0]).toBe('Mean call');

  await familyPage.showTab('Over time');
  const bins = loadBins(result);
  expect(bins.length).toBeGreaterThanOrEqual(10);
  expect(bins.reduce((sum, { calls }) => sum + calls, 0)).toBe(read.ops + write.ops);
  const course = await familyPage.cellsOfChart('Over time', COURSE);
  expect(course.map((cells) => cells.at(-1))).toEqual(bins.map(({ calls }) => shown(calls, 0)));

  await expectPermalink(familyPage);
  const summary = familyPage.page.getByTestId('summary');
  await expect(summary).toContainText(shown(read.ops + write.ops, 0));
  const threshold = familyPage.page.getByLabel('A call is a stall above');
  await threshold.fill('10000');
  await threshold.press('Enter');
  await expect(summary).toHaveText(/^In [\d.]+ s of load, none of [\d,]+ calls took over 10,000 ms\.$/);
  await expect(familyPage.page.getByText('A load this short cannot show whether the drive stalls.')).toBeVisible();

  await expect(familyPage.table('Share of the time in writes over 100 ms, %')).toContainText('39.8');

  await expect(familyPage.tabs.first()).toHaveText('Over time');
  expect(await familyPage.cellsOfChart('Over time', COURSE)).toEqual(course);
  await expect(familyPage.page.getByText('No wait was longer than 10,000 ms.')).toBeVisible();
  await reload(familyPage.page);
  await expect(threshold).toHaveValue('10000');
});

test('stutter: Quick says before it begins that it loads for 20 seconds, and how much it writes', async ({
  familyPage,
}) => {
  await familyPage.openFamily('stutter');
  const { seconds, bytesWrittenMax } = estimate(standardPlan('stutter'));
  expect(seconds).toBeGreaterThanOrEqual(20);
  await expect(familyPage.page.getByText(/About 2\d s\. Writes up to 1\.41? GB to your drive\./)).toBeVisible();
  expect(bytesWrittenMax).toBeLessThan(1.5e9);
});
