/** The board comes first on a phone, and a device is found by any part of its name as one types. */
import { fillBoards } from '../support/factories/boards.ts';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

test('typing part of a name asks the service, and shows what it answers last', async ({ page }) => {
  await page.route('**/api/v1/devices?q=*', (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? '';
    const all = [
      { slug: 'macbook-pro-14', name: 'MacBook Pro 14' },
      { slug: 'surface-pro-10', name: 'Surface Pro 10' },
    ];
    return route.fulfill({ json: { devices: all.filter(({ name }) => name.toLowerCase().includes(q)) } });
  });
  await visit(page, '/leaderboard');
  const search = page.getByRole('searchbox', { name: 'Find a device' });
  const found = page.getByRole('region', { name: 'Find a device' });
  await search.pressSequentially('pro');
  await expect(found.getByRole('link')).toHaveText(['MacBook Pro 14', 'Surface Pro 10']);
  await search.pressSequentially(' 10');
  await expect(found.getByRole('link')).toHaveText(['Surface Pro 10']);
  await search.fill('nothing like it');
  await expect(found).toContainText('No device with results has “nothing like it” in its name.');
});

test('on a phone the filters are in a sheet of their own, which opens by a tap and closes by Escape', async ({
  api,
  page,
  leaderboardPage,
}) => {
  await fillBoards(api);
  await page.setViewportSize({ width: 390, height: 844 });
  await leaderboardPage.openUntilShown({}, 'Surface Pro 10');
  const filters = page.getByRole('form', { name: 'Filters' });
  await expect(filters).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await filters.getByLabel('Test and figure').selectOption({ label: 'Drive score' });
  await page.keyboard.press('Escape');
  await expect(filters).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await filters.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/metric=drive_score/);
});
