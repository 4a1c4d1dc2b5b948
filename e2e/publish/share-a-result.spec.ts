/** What readers of a published result can do with it, and what its publisher can do. */
import { newRunId, randomId } from '@opfsmark/schema/documents';
import { DELETION_KEY } from '@opfsmark/schema/test-support/upload';
import { declaration } from '../support/lib/declaration.ts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';

// A wrong deletion key.
test.use({ expectedErrors: [/status of 403/] });

/** Fewer say nothing about a place among them. */
const MACHINES = 4;

test('a permalink offers its badge, its files, the same test and a picture for other sites', async ({
  api,
  measured,
  page,
  sharedRunPage,
}) => {
  const id = await api.publish(measured, declaration());
  await sharedRunPage.open(id);
  await expect(page.getByRole('img', { name: 'Badge of this result' })).toBeVisible();
  for (const extension of ['json', 'csv', 'txt']) {
    const link = page.getByRole('link', { name: `.${extension}`, exact: true });
    const file = await page.request.get((await link.getAttribute('href')) ?? '');
    expect(file.status(), extension).toBe(200);
  }
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect((await page.request.get(picture ?? '')).headers()['content-type']).toBe('image/png');
  await page.getByRole('link', { name: 'Run the same test' }).click();
  await expect(page).toHaveURL(new RegExp(`/\\?profile=quick&.*beside=${id}`));
});

test('a permalink is embedded: by hand as a frame, and by other sites that ask what it is', async ({
  api,
  measured,
  page,
  sharedRunPage,
}) => {
  const { device } = declaration();
  const id = await api.publish(measured, { device });
  await sharedRunPage.open(id);
  const asked = await page.locator('link[type="application/json+oembed"]').getAttribute('href');
  const answer = (await (await page.request.get(asked ?? '')).json()) as { title: string; html: string };
  expect(answer.title).toContain(device);
  expect(answer.html).toContain(`/og/${id}.png?lang=en`);

  await page.getByText('Embed the picture').click();
  const code = page.locator('code', { hasText: '<iframe' });
  await expect(code).toBeVisible();
  const frame = /src="([^"]+)"/.exec(await code.innerText())?.[1];
  if (frame === undefined) throw new Error('the code has no address');
  const embedded = await page.request.get(frame);
  expect(embedded.headers()['content-security-policy']).toContain('frame-ancestors *');
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(frame);
  await expect(elsewhere.getByRole('link', { name: device })).toHaveAttribute('href', `/r/${id}?lang=en`);
  const isDrawn = () => elsewhere.getByRole('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth);
  await expect.poll(isDrawn).toBe(1200);
});

test('whoever has the deletion key deletes the result: typed, or kept in this browser', async ({
  api,
  measured,
  page,
  sharedRunPage,
}) => {
  const [typed, kept] = [
    await api.publish(measured, declaration()),
    await api.publish(makeUpload({ seed: 950 }).record, declaration()),
  ];
  await sharedRunPage.open(typed);
  await page.getByText('Delete this result').click();
  await page.getByLabel('Deletion key').fill('x'.repeat(43));
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'not the deletion key of this result' })).toBeVisible();
  await page.getByLabel('Deletion key').fill(` ${DELETION_KEY}`);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Deleted. This page disappears')).toBeVisible();
  expect((await api.get(`/runs/${typed}`)).status()).toBe(410);

  await page.evaluate(([key, token]) => localStorage.setItem(key, token), [
    `opfsmark.deletion-key.${kept}`,
    DELETION_KEY,
  ] as const);
  await sharedRunPage.open(kept);
  await page.getByText('Delete this result').click();
  await expect(page.getByLabel('Deletion key')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Deleted. This page disappears')).toBeVisible();
  expect((await api.get(`/runs/${kept}`)).status()).toBe(410);
});

test('a result can be reported', async ({ api, measured, page, sharedRunPage }) => {
  await sharedRunPage.open(await api.publish(measured, declaration()));
  await page.getByText('Report this result').click();
  await page.getByLabel('What is wrong?').selectOption('wrong_device');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We will look at it' })).toBeVisible();
});

test('the service answers a page of another site, and refuses what is not JSON', async ({ request }) => {
  const answer = await request.put(`/api/v1/runs/${newRunId()}`, {
    data: 'text',
    headers: { 'content-type': 'text/plain', origin: 'https://elsewhere.example' },
  });
  expect(answer.status()).toBe(415);
});

test('a permalink claims no place where too few networks have published', async ({ api, page, sharedRunPage }) => {
  const { device } = declaration();
  const publish = (machine: number) =>
    api.publishRanked(makeUpload({ seed: 900 + machine, rig_id: randomId(), declared: { device, filesystem: 'ZFS' } }));
  for (let machine = 1; machine < MACHINES; machine++) await publish(machine);
  await sharedRunPage.open(await publish(MACHINES));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/faster than .* networks|rank \d/i)).toHaveCount(0);
});

test('the arrow keys move through the menu of files, and Escape closes it', async ({
  api,
  measured,
  page,
  sharedRunPage,
}) => {
  await sharedRunPage.open(await api.publish(measured, declaration()));
  const menu = page.getByText('Save as…', { exact: true });
  await menu.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Text', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Markdown table', exact: true })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Copy Markdown' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(page.getByRole('button', { name: 'Markdown table', exact: true })).toBeHidden();
});
