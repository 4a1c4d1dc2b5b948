/** The board comes first on a phone, and a device is found by any part of its name as one types. */
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { fillBoards } from '../support/scenarios/fill-boards.ts';
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

test('on the board of drives, drives are found by any part of their name, with script or without', async ({
  api,
  page,
  leaderboardPage,
}) => {
  const drive = 'Samsung SSD 990 PRO';
  // Published from one network, it stands among the unconfirmed.
  const rig_id = String(900).padStart(16, '0');
  await api.publishRanked(makeUpload({ rig_id, declared: { device: 'Tower', drive, interface: 'NVMe' } }));
  await leaderboardPage.openUntilShown({ by: 'drive' }, drive);
  const search = page.getByRole('searchbox', { name: 'Find a drive' });
  const found = page.getByRole('region', { name: 'Find a drive' });
  await search.pressSequentially('990');
  await expect(found.getByRole('link', { name: drive })).toHaveAttribute('href', '/drive/samsung-990-pro');
  await expect(found).toContainText('unconfirmed');
  await search.fill('nothing like it');
  await expect(found).toContainText('No drive on this leaderboard has “nothing like it” in its name');

  // Its address alone shows the same, on the same board.
  await search.fill('ssd 990');
  await search.press('Enter');
  await expect(page).toHaveURL(/by=drive.*q=ssd\+990/);
  await expect(found.getByRole('link', { name: drive })).toBeVisible();

  await page.getByRole('link', { name: 'By interface' }).click();
  await expect(page).toHaveURL(/by=interface/);
  await expect(page.getByRole('searchbox')).toHaveCount(0);
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
