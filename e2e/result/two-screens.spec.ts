/** A result of any family is two screens at most, and on a phone nothing of it is cut off. */
import { FAMILY_IDS } from '@opfsmark/schema/families';
import { randomId } from '@opfsmark/schema/documents';
import { makeUpload } from '../../worker-api/test/factory.ts';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { realRecord } from '../support/lib/real-record.ts';
import { visit } from '../support/lib/visit.ts';

const LIMITS = [
  { width: 1440, height: 900, most: 2000 },
  { width: 390, height: 844, most: 4000 },
] as const;

for (const family of FAMILY_IDS) {
  test(`${family}: two screens at 1440 px, 4,000 px on a phone, and no table is cut there`, async ({ api, page }) => {
    const name = family === 'matrix' ? 'quick' : `family-${family}`;
    const id = await api.publish(realRecord(name), declaration());
    for (const { width, height, most } of LIMITS) {
      await page.setViewportSize({ width, height });
      await visit(page, `/r/${id}`);
      await expect(page.getByRole('heading', { name: 'Share and keep' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollHeight), `${width} px`).toBeLessThanOrEqual(most);
    }
    const cut = await page.locator('.scroll').evaluateAll((regions) =>
      regions
        // The grid and what people compare may scroll; what folds must not be there at all.
        .filter((region) => region.querySelectorAll('thead th').length > 4 && region.clientWidth > 0)
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((region) => region.getAttribute('aria-label')),
    );
    if (family !== 'matrix') expect(cut).toEqual([]);
  });
}

test('held: the notes are folded, and name what is serious', async ({ api, page }) => {
  const id = await api.publishRanked(makeUpload({ keptInMemory: true, rig_id: randomId() }));
  for (const { width, height, most } of LIMITS) {
    await page.setViewportSize({ width, height });
    await visit(page, `/r/${id}`);
    await expect(page.getByRole('heading', { name: 'Share and keep' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight), `${width} px`).toBeLessThanOrEqual(most);
  }
  await expect(page.getByText(/\d notes on this run/)).toContainText('This looks like storage in memory');
  await expect(page.getByRole('heading', { name: 'This looks like storage in memory' })).toBeHidden();
});
