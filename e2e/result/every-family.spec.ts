/** A result of any family has the pages that one of the grid has. The records are real: nothing is measured here. */
import { readFileSync } from 'node:fs';
import { FAMILY_IDS, figuresOf, type FamilyId, type RunRecord } from '@opfsmark/schema/families';
import { entryOf } from '../../web/src/lib/features/history/entry-of.ts';
import { DELETION_KEY } from '../../worker-api/test/factory.ts';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { keepRun } from '../support/lib/kept-runs.ts';
import { visit } from '../support/lib/visit.ts';

const nameOf = (family: FamilyId) => (family === 'matrix' ? 'chromium-quick' : `chromium-family-${family}`);

function realRecord(family: FamilyId): RunRecord {
  const path = new URL(`../../worker-api/proof/real/${nameOf(family)}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as RunRecord;
}

for (const family of FAMILY_IDS) {
  const record = realRecord(family);

  test(`a permalink of ${family} has its picture, badge, files, report and deletion, and runs the same test`, async ({
    api,
    page,
    runPage,
    sharedRunPage,
  }) => {
    const id = await api.publish(record, declaration());
    await page.addInitScript(([key, token]) => localStorage.setItem(key, token), [
      `opfsmark.deletion-key.${id}`,
      DELETION_KEY,
    ] as const);
    await sharedRunPage.open(id);
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    const answer = await page.request.get(picture ?? '');
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
    await expect(page.getByRole('img', { name: 'Badge of this result' })).toBeVisible();
    for (const file of ['.json', '.csv', '.txt', '.png']) {
      await expect(page.getByRole('link', { name: file, exact: true })).toBeVisible();
    }
    await expect(page.getByText('Save as…', { exact: true })).toBeVisible();
    await expect(page.getByText('Report this result')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete this result' })).toBeVisible();

    await page.getByRole('link', { name: 'Run the same test' }).click();
    await expect(page).toHaveURL(new RegExp(`beside=${id}`));
    await expect(runPage.run).toBeVisible();
    await expect(runPage.alert).toHaveCount(0);
  });

  test(`two runs of ${family} stand side by side`, async ({ api, page }) => {
    const ids = [await api.publish(record, declaration()), await api.publish(record, declaration())];
    await visit(page, `/compare?runs=${ids.join(',')}`);
    const table = page.getByRole('table', { name: 'Figures and ratios' });
    await expect(table.locator('tbody').getByRole('row')).toHaveCount(figuresOf(record).length);
    await expect(table.getByText('no clear difference').first()).toBeVisible();
  });

  test(`History opens a run of ${family} as its permalink shows it`, async ({
    api,
    familyPage,
    page,
    sharedRunPage,
  }) => {
    await sharedRunPage.open(await api.publish(record, declaration()));
    const published = await familyPage.tables();
    await keepRun(page, entryOf(record, null), record);
    await visit(page, '/history');
    await page.getByRole('table', { name: 'Runs' }).getByRole('rowheader').getByRole('link').click();
    await expect(page.getByRole('link', { name: 'Run again' })).toBeVisible();
    expect(published).toEqual(expect.arrayContaining(await familyPage.tables()));
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
  });
}
