/** A published result goes to other people and other machines: a picture, the system's share sheet, a phone. */
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('its picture is copied as a PNG', async ({ api, measured, page, sharedRunPage }) => {
    await sharedRunPage.open(await api.publish(measured, declaration()));
    await page.getByRole('button', { name: 'Copy picture' }).click();
    await expect(page.getByRole('button', { name: 'Picture copied' })).toBeVisible();
    const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
    expect(types).toContain('image/png');
  });
});

test('the share sheet of the system gets its title and its address', async ({ api, measured, page, sharedRunPage }) => {
  await page.addInitScript(() => {
    const share = (data: ShareData) => Promise.resolve(void (document.title = JSON.stringify(data)));
    Object.defineProperty(navigator, 'share', { value: share });
  });
  const id = await api.publish(measured, declaration());
  await sharedRunPage.open(id);
  await page.getByRole('button', { name: 'Share …' }).click();
  await expect.poll(() => page.title()).toContain(`/r/${id}"`);
});

test('a phone gets a code of the same plan beside this result', async ({ api, measured, page, sharedRunPage }) => {
  const id = await api.publish(measured, declaration());
  await sharedRunPage.open(id);
  await page.getByRole('button', { name: 'Test a phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Test a phone beside this result' });
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  const address = await dialog.getByRole('link').getAttribute('href');
  const same = await page.getByRole('link', { name: 'Run the same test' }).getAttribute('href');
  expect(address).toBe(new URL(same ?? '', page.url()).href);
  expect(address).toContain(`beside=${id}`);
});
