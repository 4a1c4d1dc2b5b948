/** A plan before anything is measured: in the address, in the dialog that sets every parameter, and on a phone. */
import { expect, test } from '../support/fixtures.ts';
import { read, visit } from '../support/lib/visit.ts';
import { BRIEF, SHORT, type RunPage } from '../support/page-objects/run-page.ts';
import { declaration } from '../support/lib/records.ts';
import { planOf } from '@opfsmark/schema/families/matrix/profiles';

const addressOf = (parameters: Record<string, string>) => `/?${new URLSearchParams(parameters).toString()}`;

test('without autorun the page waits @long', async ({ runPage, page }) => {
  await runPage.open(SHORT);
  await expect(runPage.run).toBeEnabled();
  expect(await page.evaluate(() => window.opfsmark)).toEqual({ status: 'idle', record: null, error: null });
});

test('what cannot be used is named in one short line; parameters that trackers add are ignored silently', async ({
  request,
}) => {
  for (const [parameters, problem] of [
    [{ plan: '{"loops":99}' }, 'loops=99'],
    [{ plan: '{"speed":11}' }, 'speed=11'],
    [{ plan: '{"family":"dance"}' }, 'family=dance'],
    [{ plan: '{"loops":' }, 'plan={"loops":'],
    [{ profile: 'quick', speed: '11' }, 'speed=11'],
  ] as const) {
    const { text } = await read(request, addressOf(parameters));
    expect(
      text
        .replaceAll('&quot;', '"')
        .split('Ignored in this link:')
        .map((part) => part.trim().startsWith(problem)),
    ).toEqual([false, true]);
  }
  const trackers = { utm_source: 'newsletter', utm_campaign: 'spring', fbclid: 'IwAR0abc', gclid: 'Cj0KCQ' };
  const { status, text } = await read(request, addressOf({ profile: 'quick', ...trackers }));
  expect(status).toBe(200);
  expect(text).not.toMatch(/Ignored|utm_|fbclid|gclid/);
});

test('a row that a link names twice is in the plan once, or named as a problem @long', async ({ page, runPage }) => {
  await runPage.open({ ...BRIEF, profile: 'real-world', rows: 'SEQ1M-Q1T1,SEQ1M-Q1T1', dir: 'read' });
  await expect(runPage.run).toBeEnabled();
  await runPage.openPlan();
  const rows = runPage.row('SEQ1M Q1');
  const problem = page.getByText('rows=SEQ1M-Q1T1,SEQ1M-Q1T1');
  await expect(rows).toHaveCount(1);
  // Without a problem the address is the plan that runs; with one the profile's rows are there instead.
  const rowsInTable = await runPage.results.getByRole('rowheader').count();
  expect((await problem.count()) > 0 || rowsInTable === 1).toBe(true);
});

/** Names that every JavaScript object has are keys like any other in a plan given as JSON. */
const INHERITED_KEYS = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];

test('a plan with such a key or value opens a page that works', async ({ page, request, runPage }) => {
  const plans = INHERITED_KEYS.flatMap((name) => [
    `{"${name}":1}`,
    `{"profile":"${name}"}`,
    `{"family":"${name}"}`,
    `{"family":"stutter","${name}":1}`,
    `{"rows":[{"${name}":1}]}`,
    `{"rows":{"${name}":{"${name}":1}}}`,
  ]);
  const statuses = plans.map(async (plan) => `${(await request.get(addressOf({ plan }))).status()} ${plan}`);
  expect(await Promise.all(statuses)).toEqual(plans.map((plan) => `200 ${plan}`));
  await visit(page, addressOf({ plan: '{"__proto__":1}' }));
  await expect(runPage.run).toBeEnabled();
});

test('a family with such a key opens an address in which every parameter has a name', async ({ request }) => {
  for (const name of INHERITED_KEYS) {
    const response = await request.get(addressOf({ plan: `{"family":"stutter","${name}":1}` }), { maxRedirects: 0 });
    expect(response.headers()['location'], name).toContain('family=stutter');
    expect(response.headers()['location'], name).not.toContain('undefined');
  }
});

test('the plan of a family opens its page without a problem @long', async ({ familyPage, page }) => {
  for (const plan of ['{"family":"stutter"}', '{"family":"stutter","profile":"quick"}']) {
    await familyPage.open({ plan });
    await expect(page.getByRole('heading', { name: 'Stutter' })).toBeVisible();
    await expect(familyPage.run).toBeEnabled();
    await expect(familyPage.alert).toHaveCount(0);
    expect(new URL(page.url()).searchParams.get('family')).toBe('stutter');
  }
});

test('the buttons of the dialog are seen without scrolling; a parameter out of bounds is named; those that are set are in the address and in the grid', async ({
  runPage,
}) => {
  await runPage.open({ profile: 'nvme' });
  await runPage.openPlan();
  await expect(runPage.row('RND4K Q32T16')).toContainText('runs at 64 workers');
  const dialog = await runPage.customise();
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
  ] as const) {
    await runPage.page.setViewportSize({ width, height });
    for (const name of ['Use this plan', 'Cancel']) {
      await expect(dialog.getByRole('button', { name, exact: true }), `${width} px`).toBeInViewport({ ratio: 1 });
    }
  }
  await dialog.getByLabel('Loops', { exact: true }).fill('12');
  await expect(dialog.getByText('Must be between 1 and 9.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Use this plan' })).toBeDisabled();

  await expect(dialog.getByText('RND4K Q32T16 asks for 512 workers and runs at 64.')).toBeVisible();
  await dialog.getByLabel('mix', { exact: true }).check();
  await dialog.getByLabel('Share of reads in the mix').fill('30');
  await dialog.getByLabel('Loops', { exact: true }).fill('2');
  await dialog.getByLabel('Until stable').check();
  await dialog.getByRole('button', { name: 'Use this plan' }).click();
  await expect(dialog).toBeHidden();
  await expect(runPage.results.getByRole('columnheader', { name: 'Mix, 30 % reads' })).toBeVisible();
  const address = new URL(runPage.page.url()).searchParams;
  expect(Object.fromEntries(address)).toEqual({
    profile: 'nvme',
    dir: 'read,write,mix',
    mix: '30',
    loops: '2',
    stable: '1',
  });
});

test('sustained write: a large budget must be agreed to before it runs', async ({ familyPage }) => {
  await familyPage.openFamily('sustained');
  await expect(familyPage.page.getByText('Writes until the speed drops and stays low, 17.2 GB at most.')).toBeVisible();
  await expect(familyPage.run).toBeDisabled();
  await familyPage.page.getByLabel('Write up to 17.2 GB to my drive').check();
  await expect(familyPage.run).toBeEnabled();
});

/** Nothing is changed silently: a phone measures what others measured by the same link, or is asked. */
test.describe('on a phone', () => {
  const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
  /** Stopped as soon as it runs: which plan it is has been decided by then. */
  async function planOfRun(runPage: RunPage) {
    await runPage.reaches('running');
    await runPage.stop.click();
    await runPage.reaches('done');
    return (await runPage.record())?.plan;
  }

  test.use({
    contextOptions: { userAgent: ANDROID, isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } },
  });

  test('a standard plan of a published result is run as it was published @long', async ({
    api,
    measured,
    page,
    runPage,
  }) => {
    const id = await api.publish(measured, declaration());
    await visit(page, `/r/${id}`);
    const again = page.getByRole('link', { name: 'Run the same test' });
    await visit(page, `${await again.getAttribute('href')}&engine=scripted&autorun=1`);
    expect(await planOfRun(runPage)).toEqual(measured.plan);
  });

  test('a link of a group waits for a choice @long', async ({ api, measured, page, runPage }) => {
    const group = await api.makeGroup('Class 3b', await api.publish(measured, declaration()));
    await runPage.open({ group, engine: 'scripted', autorun: '1' });
    const ask = page.getByRole('region', { name: 'Read from the drive too?' });
    await expect(ask).toBeVisible();
    await expect(runPage.run).toBeDisabled();
    await ask.getByRole('button', { name: 'Drive and memory' }).click();
    await expect(ask).toHaveCount(0);
    await runPage.begin();
    expect(await planOfRun(runPage)).toEqual(planOf('quick'));
  });

  test('without a link of others a phone begins with memory, and a choice survives a reload', async ({
    page,
    runPage,
  }) => {
    await runPage.open();
    await expect(page).toHaveURL(/[?&]cache=as-is/);
    // It asks what it will measure, and calls nothing changed that nobody has changed.
    const question = page.getByRole('heading', { level: 1 });
    await expect(question).toHaveText('How fast does this browser save, and read from memory?');
    await expect(page.getByText(/^Changed from/)).toHaveCount(0);
    await page.getByLabel('Reads').selectOption('drive and memory');
    await expect(page).toHaveURL(/[?&]cache=drive-and-memory/);
    await expect(question).toHaveText('How fast is the drive behind this browser?');
    await page.reload();
    await expect(page.getByText('Reads: drive and memory')).toBeVisible();
  });
});
