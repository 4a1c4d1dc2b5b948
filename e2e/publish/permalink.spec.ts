/** The means of a published result's readers, and of its publisher. */
import { readFileSync } from 'node:fs';
import { randomId } from '@opfsmark/schema/documents';
import { DELETION_KEY, makeUpload } from '@opfsmark/schema/test-support/upload';
import { declaration } from '../support/lib/records.ts';
import { expect, longUnless, test } from '../support/fixtures.ts';
import { follow, visit, wake } from '../support/lib/visit.ts';

// A wrong deletion key.
test.use({ expectedErrors: [/status of (403|410)/] });

const CHUNKS = new URL('../../web/.svelte-kit/chunks.json', import.meta.url);
/** A line of a text, or a font that comes late. */
const MAX_SHIFT_PX = 40;

/** In the page: where on it the link to a frame has been, in any frame since it was there. */
function watchEmbed(): void {
  const tops = new Set<number>();
  Object.assign(window, { embedTops: tops });
  const look = () => {
    const summary = [...document.querySelectorAll('summary')].find(({ textContent }) => textContent.includes('Embed'));
    if (summary) tops.add(summary.getBoundingClientRect().top + scrollY);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test('what can be pressed stays where it is, however late other parts of the page come', async ({
  api,
  context,
  measured,
  page,
}) => {
  const chunkOf = JSON.parse(readFileSync(CHUNKS, 'utf8')) as Record<string, string>;
  const hold = async (module: string) => {
    let letGo: () => void = () => undefined;
    const whenLate = new Promise<void>((resolve) => (letGo = resolve));
    await context.route(`**/${chunkOf[`src/lib/features/${module}.svelte`] ?? ''}`, async (route) => {
      await whenLate;
      await route.fallback();
    });
    return letGo;
  };
  const heading = (name: string | RegExp) => page.getByRole('heading', { name });
  const letCards = await hold('permalink/share/ShareCard');
  const letDetails = await hold('families/matrix/details/LatencyCards');
  await page.addInitScript(watchEmbed);
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await api.publish(measured, declaration());
  await visit(page, `/r/${id}`);
  letCards();
  for (const name of ['Where it stands', 'Share and keep']) await expect(heading(name)).toBeVisible();
  await wake(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  letDetails();
  await expect(heading(/^Opening apps and files/)).toBeVisible();
  const tops = await page.evaluate(() => [...(Reflect.get(window, 'embedTops') as Set<number>)]);
  expect(Math.max(...tops) - Math.min(...tops), tops.join(', ')).toBeLessThan(MAX_SHIFT_PX);
});

/** Fewer say nothing about a place among them. */
const MACHINES = 4;

test('a permalink offers files, a frame, a report, the share sheet of the system, a code for a phone, and the same test', async ({
  api,
  measured,
  page,
  sharedRunPage,
}) => {
  await page.addInitScript(() => {
    const share = (data: ShareData) => Promise.resolve(void (document.body.dataset['shared'] = JSON.stringify(data)));
    Object.defineProperty(navigator, 'share', { value: share });
  });
  const { device } = declaration();
  const id = await api.publish(measured, { device });
  await sharedRunPage.open(id);

  await test.step('its badge, its files and its picture', async () => {
    await expect(page.getByRole('img', { name: 'Badge of this result' })).toBeVisible();
    for (const extension of ['json', 'csv', 'txt']) {
      const link = page.getByRole('link', { name: `.${extension}`, exact: true });
      const file = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(file.status(), extension).toBe(200);
      const guessedFile = await page.request.get(`/r/${id}.${extension}`);
      expect(await guessedFile.text(), extension).toBe(await file.text());
    }
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect((await page.request.get(picture ?? '')).headers()['content-type']).toBe('image/png');
  });

  await test.step('it is embedded: by hand as a frame, and by other sites that ask what it is', async () => {
    const oembedAddress = await page.locator('link[type="application/json+oembed"]').getAttribute('href');
    const answer = (await (await page.request.get(oembedAddress ?? '')).json()) as { title: string; html: string };
    expect(answer.title).toContain(device);
    expect(answer.html).toContain(`/og/${id}.png?lang=en`);

    await page.getByText('Embed the picture').click();
    const code = page.locator('code', { hasText: '<iframe' });
    await expect(code).toBeVisible();
    const frame = /src="([^"]+)"/.exec(await code.innerText())?.[1];
    if (frame === undefined) throw new Error('the code has no address');
    const frameResponse = await page.request.get(frame);
    expect(frameResponse.headers()['content-security-policy']).toContain('frame-ancestors *');
    const framePage = await page.context().newPage();
    await framePage.goto(frame);
    await expect(framePage.getByRole('link', { name: device })).toHaveAttribute('href', `/r/${id}?lang=en`);
    const isDrawn = () => framePage.getByRole('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth);
    await expect.poll(isDrawn).toBe(1200);
    await framePage.close();
  });

  await test.step('the arrow keys move through the menu of files, and Escape closes it', async () => {
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

  await test.step('the share sheet of the system gets the answer, in a line and whole, and its address', async () => {
    const description = await page.locator('meta[name="description"]').getAttribute('content');
    await page.getByRole('button', { name: 'Share …' }).click();
    const body = page.locator('body');
    await expect(body).toHaveAttribute('data-shared', new RegExp(`/r/${id}"`));
    const sharedData = JSON.parse((await body.getAttribute('data-shared')) ?? '') as ShareData;
    expect(sharedData.title).toContain(`${device}: `);
    expect(sharedData.text).toBe(description);
    expect(sharedData.text).toMatch(/\d/);
  });

  const sameTestLink = page.getByRole('link', { name: 'Run the same test' });
  const addressInCode = async (button: string, title: string) => {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
    const address = await dialog.getByRole('link').getAttribute('href');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    return address;
  };
  await test.step('a code opens the result on a phone, another the same plan beside it', async () => {
    const here = (path: string) => new URL(path, page.url()).href;
    expect(await addressInCode('QR code', 'Open this result on a phone')).toBe(here(`/r/${id}`));
    const address = await addressInCode('Test a phone', 'Test a phone beside this result');
    expect(address).toBe(here((await sameTestLink.getAttribute('href')) ?? ''));
    expect(address).toContain(`beside=${id}`);
  });

  await test.step('it can be reported', async () => {
    await page.getByText('Report this result').click();
    await page.getByLabel('What is wrong?').selectOption('wrong_device');
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'We will look at it' })).toBeVisible();
  });

  await sameTestLink.click();
  await expect(page).toHaveURL(new RegExp(`/\\?profile=quick&.*beside=${id}`));
});

test('whoever has the deletion key deletes the result: typed, or kept in this browser, also where the answer to it was lost', async ({
  api,
  measured,
  page,
  request,
  sharedRunPage,
}) => {
  const [typedId, keptId] = [
    await api.publish(measured, declaration()),
    await api.publish(makeUpload({ seed: 950 }).record, declaration()),
  ];
  await sharedRunPage.open(typedId);
  await page.getByText('Delete this result').click();
  await page.getByLabel('Deletion key').fill('x'.repeat(43));
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'not the deletion key of this result' })).toBeVisible();
  await page.getByLabel('Deletion key').fill(` ${DELETION_KEY}`);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Deleted. This page disappears')).toBeVisible();
  expect((await api.get(`/runs/${typedId}`)).status()).toBe(410);

  await page.evaluate(([key, token]) => localStorage.setItem(key, token), [
    `opfsmark.deletion-key.${keptId}`,
    DELETION_KEY,
  ] as const);
  await follow(page, `/r/${keptId}`);
  await page.getByText('Delete this result').click();
  await expect(page.getByLabel('Deletion key')).toHaveCount(0);
  const headers = { authorization: `Bearer ${DELETION_KEY}` };
  expect((await request.delete(`/api/v1/runs/${keptId}`, { headers })).status()).toBe(204);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Deleted. This page disappears')).toBeVisible();
});

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('its picture is copied as a PNG @long', async ({ api, measured, page, sharedRunPage }) => {
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
    test(`a click on a button that copies says so: ${name}${longUnless(name === 'refused')}`, async ({
      api,
      measured,
      page,
      sharedRunPage,
    }) => {
      await page.addInitScript(breakClipboard);
      await sharedRunPage.open(await api.publish(measured, declaration()));
      await page.getByRole('button', { name: 'Copy link' }).click();
      await expect(page.getByRole('button', { name: 'Could not copy', exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Copy picture' }).click();
      await expect(page.getByRole('button', { name: 'Could not copy the picture' })).toBeVisible();
    });
  }
});

test('a permalink claims no place where too few have published @long', async ({ api, page, sharedRunPage }) => {
  const { device } = declaration();
  const publish = (machine: number) =>
    api.publishRanked(makeUpload({ seed: 900 + machine, rig_id: randomId(), declared: { device, filesystem: 'ZFS' } }));
  for (let machine = 1; machine < MACHINES; machine++) await publish(machine);
  await sharedRunPage.open(await publish(MACHINES));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/faster than .* (providers|machines|here)|rank \d/i)).toHaveCount(0);
});
