import { expect, test } from '../support/fixtures.ts';

test('sustained write: a large budget must be agreed to before it runs', async ({ familyPage }) => {
  await familyPage.openFamily('sustained');
  await expect(familyPage.page.getByText('Writes until the speed drops and stays low, 17.2 GB at most.')).toBeVisible();
  await expect(familyPage.run).toBeDisabled();
  await familyPage.page.getByLabel('Write up to 17.2 GB to my drive').check();
  await expect(familyPage.run).toBeEnabled();
});
