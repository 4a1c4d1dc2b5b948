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

test.describe('where the clipboard is blocked', () => {
  for (const [name, breakClipboard] of [
    [
      'refused',
      () =>
        Object.defineProperty(navigator, 'clipboard', {
          value: {
            writeText: () => Promise.reject(new Error('refused')),
            write: () => Promise.reject(new Error('refused')),
          },
        }),
    ],
    ['missing', () => Object.defineProperty(navigator, 'clipboard', { value: undefined })],
    [
      'without pictures',
      () => {
        Object.defineProperty(navigator, 'clipboard', {
          value: { writeText: () => Promise.reject(new Error('refused')) },
        });
        Reflect.deleteProperty(window, 'ClipboardItem');
      },
    ],
  ] as const) {
    test(`a click on a button that copies says so: ${name}`, async ({ api, measured, page, sharedRunPage }) => {
      await page.addInitScript(breakClipboard);
      await sharedRunPage.open(await api.publish(measured, declaration()));
      await page.getByRole('button', { name: 'Copy link' }).click();
      await expect(page.getByRole('button', { name: 'Could not copy', exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Copy picture' }).click();
      await expect(page.getByRole('button', { name: 'Could not copy the picture' })).toBeVisible();
    });
  }
});

test('the share sheet of the system gets the answer, in a line and whole, and its address', async ({
  api,
  measured,
  page,
  sharedRunPage,
}) => {
  await page.addInitScript(() => {
    const share = (data: ShareData) => Promise.resolve(void (document.title = JSON.stringify(data)));
    Object.defineProperty(navigator, 'share', { value: share });
  });
  const declared = declaration();
  const id = await api.publish(measured, declared);
  await sharedRunPage.open(id);
  const description = await page.locator('meta[name="description"]').getAttribute('content');
  await page.getByRole('button', { name: 'Share …' }).click();
  await expect.poll(() => page.title()).toContain(`/r/${id}"`);
  const shared = JSON.parse(await page.title()) as ShareData;
  expect(shared.title).toContain(`${declared.device}: `);
  expect(shared.text).toBe(description);
  expect(shared.text).toMatch(/\d/);
});

test('a code opens the result on a phone', async ({ api, measured, page, sharedRunPage }) => {
  const id = await api.publish(measured, declaration());
  await sharedRunPage.open(id);
  await page.getByRole('button', { name: 'QR code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open this result on a phone' });
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  expect(await dialog.getByRole('link').getAttribute('href')).toBe(new URL(`/r/${id}`, page.url()).href);
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
