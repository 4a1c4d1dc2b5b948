/** The table of a finished run says where its reads came from as the card above it does. */
import { randomId } from '@opfsmark/schema/documents';
import { planOf, withCache } from '@opfsmark/schema/families';
import { makeUpload, type MadeRun } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { declaration } from '../support/lib/declaration.ts';
import { LANGUAGES, speak } from '../support/lib/language.ts';
import { realRecord } from '../support/lib/real-record.ts';
import { visit } from '../support/lib/visit.ts';

const RUNS: [name: string, made: MadeRun, chip: string, never: string][] = [
  ['files kept in memory', { keptInMemory: true }, 'kept in memory', 'drive'],
  [
    'direct reads',
    { plan: withCache(planOf('quick'), 'drive'), environment: { engine: 'node-direct' } },
    'drive',
    'from memory',
  ],
];

for (const [name, made, chip, never] of RUNS) {
  test(`the grid of a published run with ${name} marks no read as "${never}"`, async ({ api, page }) => {
    const id = await api.publishRanked(makeUpload({ ...made, rig_id: randomId() }));
    await visit(page, `/r/${id}`);
    const results = page.getByRole('table', { name: 'Results' });
    await expect(results.getByText(chip, { exact: true }).first()).toBeVisible();
    await expect(results.getByText(never, { exact: true })).toHaveCount(0);
  });
}

test('writes that memory took are marked like reads from memory, and have no colour of a drive', async ({
  api,
  page,
}) => {
  const id = await api.publishRanked(makeUpload({ keptInMemory: true, rig_id: randomId() }));
  await visit(page, `/r/${id}`);
  const results = page.getByRole('table', { name: 'Results' });
  const rows = results.locator('tbody').getByRole('row');
  await expect(rows).not.toHaveCount(0);
  for (const row of await rows.all()) {
    await expect(row.getByRole('cell').last()).toContainText('kept in memory');
    await expect(row.getByRole('cell').last()).not.toContainText('flushed');
  }
  await expect(results.locator('svg.write')).toHaveCount(0);
});

for (const kind of ['quick', 'mix']) {
  test(`no text in the grid of ${kind} lies on the next cell`, async ({ api, page }) => {
    const id = await api.publish(realRecord(kind), declaration());
    await visit(page, `/r/${id}`);
    for (const language of LANGUAGES) {
      await speak(page, language);
      for (const width of [1440, 1100, 760, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const wider = () =>
          page
            .locator('tbody td p')
            .evaluateAll((lines) =>
              lines.filter((line) => line.scrollWidth > line.clientWidth).map((l) => l.textContent),
            );
        await expect.poll(wider, { message: `${language} at ${width}` }).toEqual([]);
      }
    }
  });
}

for (const [how, name] of [
  ['memory answered', 'quick'],
  ['memory answered a part', 'zero'],
  ['not all tests read the drive', 'revisit'],
] as const) {
  test(`where ${how}, links lead to both ways that read it`, async ({ api, page }) => {
    const id = await api.publish(realRecord(name), declaration());
    await visit(page, `/r/${id}`);
    await page.getByRole('link', { name: 'Measure the drive after a restart' }).click();
    await expect(page.getByRole('button', { name: 'Prepare', exact: true })).toBeVisible();
    await visit(page, `/r/${id}`);
    await page.getByRole('link', { name: 'Measure with a file larger than memory' }).click();
    await expect(page.getByText('Reads: larger than memory')).toBeVisible();
  });
}

test('where the drive was read, and where files are kept in memory, nobody is sent to restart', async ({
  api,
  page,
}) => {
  const ids = [
    await api.publish(realRecord('mix'), declaration()),
    await api.publishRanked(makeUpload({ keptInMemory: true, rig_id: randomId() })),
  ];
  for (const id of ids) {
    await visit(page, `/r/${id}`);
    await expect(page.getByRole('link', { name: 'How we know' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Measure (?:the drive after|with a file)/ })).toHaveCount(0);
  }
});
