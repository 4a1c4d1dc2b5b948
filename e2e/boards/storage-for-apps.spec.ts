/** Contenders of storage for apps in one browser, over the devices of all, and as a picture for a README. */
import { makeAppStorageUpload } from '@opfsmark/schema/test-support/upload-families';
import { expect, test } from '../support/fixtures.ts';

/** A browser that no other test publishes from. */
const VIVALDI = { client: { browser: { family: 'vivaldi', major: 7 }, os: { family: 'linux', major: null } } } as const;
const DEVICE = 'Laptop for notes';

test('contenders of one browser say what they lack, have its newest runs, and a picture for a README', async ({
  api,
  leaderboardPage,
  page,
}) => {
  const declared = { device: DEVICE };
  await api.publishRanked(makeAppStorageUpload({ engine: 'sqlite', environment: VIVALDI, declared }));
  await leaderboardPage.openUntilShown({ layout: 'app-storage', client: 'linux~vivaldi' }, DEVICE);
  await expect(page.getByRole('heading', { name: 'Storage for apps: Vivaldi, Linux' })).toBeVisible();
  await expect(page.getByText('Nothing is confirmed for this browser and system yet')).toBeVisible();

  await page.getByText('This table in a README').click();
  await expect(page.getByText(/^\[!\[OPFSMark\]\(http.+\/badge\/app-storage\.svg\?client=linux~vivaldi/)).toBeVisible();
  const picture = page.getByRole('img', { name: 'Medians as a picture' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640);
});
