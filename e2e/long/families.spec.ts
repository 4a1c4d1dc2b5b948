import { expect, test } from '../support/fixtures.ts';
import { testStop } from '../support/scenarios/ended-early.ts';
import { expectPermalink, runFamily } from '../support/scenarios/family-run.ts';
import { KINDS, testOnAnyScreen } from '../support/scenarios/on-any-screen.ts';
import { decodeSeries } from '@opfsmark/schema/documents';
import { estimate, FAMILY_IDS, standardPlan } from '@opfsmark/schema/families';
import { loadBins } from '@opfsmark/schema/families/stutter/timeline';
import { plannedFiles } from '@opfsmark/schema/families/small-files/plan';
import { sustainedFigures } from '@opfsmark/schema/families/sustained/figures';
import { sweepPoints } from '@opfsmark/schema/families/sweep/figures';
import { sweepRows } from '@opfsmark/schema/families/sweep/rows';
import { reportRows, shown } from '../support/lib/records.ts';
import { reload } from '../support/lib/visit.ts';

test('latency under load: writes that are due at shares of what the drive takes', async ({ familyPage }) => {
  const { plan, result } = await runFamily(familyPage, 'latency-under-load', {
    size: '16MiB',
    loops: '2',
    limit: '1',
  });
  expect(result.loops).toHaveLength(plan.loops);
  for (const { loads } of result.loops) expect(loads).toHaveLength(3);
  const cells = await familyPage.cellsOf('Figures');
  expect(cells.map(([name]) => name)).toEqual(['Median', 'p95', 'p99', 'p99.9', 'Longest', 'Writes']);
  await expectPermalink(familyPage);
});

const FEW_FILES = { ll512k: '3', ll4k: '10', hl4k: '40', trials: '3' };

test('small files: creating, copying and deleting are timed apart, and every copy is compared', async ({
  familyPage,
}) => {
  const { record, plan, result } = await runFamily(familyPage, 'small-files', FEW_FILES);
  expect(result.cases.map(({ id }) => id)).toEqual(['ll_512k', 'll_4k', 'hl_4k']);
  for (const of of result.cases) {
    expect(of.files).toBe(plannedFiles(plan, of.id));
    expect(of.verified_files).toBe(plan.trials * of.files);
    for (const us of [of.create_us, of.copy_us, of.delete_us]) expect(decodeSeries(us)).toHaveLength(plan.trials);
  }
  expect(await familyPage.cellsOf('Figures')).toEqual(reportRows(record, 'Figures'));
  await expectPermalink(familyPage);
});

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
  await expect(
    familyPage.page.getByText(/about 2\d s, up to \d+ s .*Writes up to 1\.41? GB to your drive/),
  ).toBeVisible();
  expect(bytesWrittenMax).toBeLessThan(1.5e9);
});

const SMALL_PLAN = { budget: '256MiB', size: '64MiB', round: '32MiB', until: 'budget' };

test('sustained write: names its budget, keeps it, and shows every round', async ({ familyPage }) => {
  const { plan, result } = await runFamily(familyPage, 'sustained', SMALL_PLAN);
  const rounds = decodeSeries(result.total_us);
  expect((result.fill?.bytes ?? 0) + (result.write?.bytes ?? 0)).toBeLessThanOrEqual(plan.budget_bytes);
  expect(result.write?.bytes).toBe(rounds.length * plan.round_bytes);
  expect(await familyPage.cellsIn('Figures', 'Every round')).toHaveLength(rounds.length);
  expect(await familyPage.cellsOf('Level')).toHaveLength(sustainedFigures(result, plan).levels.length);
  await expectPermalink(familyPage);
});

test('sustained write: ends when it is steady, if the plan asks for that', async ({ familyPage }) => {
  const { result } = await runFamily(familyPage, 'sustained', { ...SMALL_PLAN, until: 'steady', engine: 'scripted' });
  expect(result.ended).toBe('steady');
  expect(decodeSeries(result.total_us)).toHaveLength(5);
  await expect(familyPage.page.getByText('Ended: steady.')).toBeVisible();
});

/** As many points as the standard plan has. */
const SHORT_POINTS = { size: '64MiB', limit_ms: '100', warmup_ms: '20' };

for (const id of ['block-sweep', 'queue-sweep'] as const) {
  test(`${id}: the table has the record's point for every power of two`, async ({ familyPage }) => {
    const { record, plan, result } = await runFamily(familyPage, id, SHORT_POINTS);
    const points = sweepPoints(result);
    expect(points).toHaveLength(2 * sweepRows(plan).length);
    for (const job of result.jobs) {
      for (const pass of job.passes) {
        for (const side of [pass.read, pass.write]) if (side) expect(side.bytes).toBe(side.ops * job.row.block_bytes);
      }
      if (job.direction === 'read') expect(job.verified_sectors).toBeGreaterThan(0);
    }
    expect(await familyPage.cellsIn('Figures', 'Figures')).toEqual(reportRows(record, 'Figures'));
    await expect(familyPage.page.getByRole('img').first()).toBeVisible();
    await expectPermalink(familyPage);
  });
}

testStop(['queue-sweep', 'stutter', 'small-files', 'database']);

const kinds: readonly string[] = KINDS;
testOnAnyScreen(FAMILY_IDS.filter((family) => !kinds.includes(family)));
