/** On a phone the rows of a wide table fold: each shows its name and a first figure, and opens to all of them. A long table shows its first rows. */
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { realRecord } from '../support/lib/real-record.ts';
import { visit } from '../support/lib/visit.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a folded row is spoken with the name of its figure, and opens to the others', async ({ api, page }) => {
  await visit(page, `/r/${await api.publish(realRecord('family-durability'), declaration())}`);
  const figures = page.locator('.panel').filter({ has: page.getByRole('heading', { name: 'Figures', exact: true }) });
  const row = figures.getByRole('group').nth(2);
  await expect(row).toMatchAriaSnapshot(`- group: "flushed each time MB/s: 332.3"`);
  // No rate stands without where it came from.
  await expect(figures.getByRole('group').first()).toMatchAriaSnapshot(
    `- group: "never flushed MB/s: 3,220 (not flushed)"`,
  );
  await row.getByText('flushed each time').click();
  await expect(row).toMatchAriaSnapshot(`
    - group:
      - term: Ratio
      - definition: 9.7× slower
  `);
});

test('beside the name stands a figure that tells something: what only writes has no reads per second', async ({
  api,
  page,
}) => {
  await visit(page, `/r/${await api.publish(realRecord('family-durability'), declaration())}?tab=iostat`);
  await expect(page.getByRole('group').filter({ hasText: 'never flushed 1 ' }).first()).toMatchAriaSnapshot(
    `- group: "never flushed 1 w/s: 3,574"`,
  );
});

test('of a long table the first rows are shown, and all of them on demand', async ({ api, familyPage, page }) => {
  await visit(page, `/r/${await api.publish(realRecord('family-sustained'), declaration())}`);
  const rows = familyPage.table('Every round').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(8);
  const all = page.getByLabel('All 120 rows');
  await expect(all).toHaveAccessibleDescription('Every round');
  await all.check();
  await expect(rows).toHaveCount(120);
});

test('a point in time is named by its loop and its time', async ({ api, page }) => {
  await visit(page, `/r/${await api.publish(realRecord('quick'), declaration())}?tab=time`);
  await page.getByText('As a table', { exact: true }).click();
  await expect(
    page
      .getByRole('group')
      .filter({ hasText: /^1 · \S+ s/ })
      .first(),
  ).toContainText('MB/s');
});
