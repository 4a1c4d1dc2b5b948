/** A plan in the address, before anything is measured. */
import { expect, test } from '../support/fixtures.ts';
import { read, visit } from '../support/lib/visit.ts';
import { BRIEF, SHORT } from '../support/page-objects/run-page.ts';

const addressOf = (parameters: Record<string, string>) => `/?${new URLSearchParams(parameters).toString()}`;

test('without autorun the page waits', async ({ runPage, page }) => {
  await runPage.open(SHORT);
  await expect(runPage.run).toBeEnabled();
  expect(await page.evaluate(() => window.opfsmark)).toEqual({ status: 'idle', record: null, error: null });
});

test('what cannot be used is named in one short line; parameters that trackers add are ignored silently', async ({
  request,
}) => {
  for (const [parameters, named] of [
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
        .map((part) => part.trim().startsWith(named)),
    ).toEqual([false, true]);
  }
  const added = { utm_source: 'newsletter', utm_campaign: 'spring', fbclid: 'IwAR0abc', gclid: 'Cj0KCQ' };
  const { status, text } = await read(request, addressOf({ profile: 'quick', ...added }));
  expect(status).toBe(200);
  expect(text).not.toMatch(/Ignored|utm_|fbclid|gclid/);
});

test('a row that a link names twice is in the plan once, or named as a problem', async ({ page, runPage }) => {
  await runPage.open({ ...BRIEF, profile: 'real-world', rows: 'SEQ1M-Q1T1,SEQ1M-Q1T1', dir: 'read' });
  await expect(runPage.run).toBeEnabled();
  const rows = runPage.row('SEQ1M Q1');
  const named = page.getByText('rows=SEQ1M-Q1T1,SEQ1M-Q1T1');
  await expect(rows).toHaveCount(1);
  // Without a problem the address is the plan that runs; with one the profile's rows are there instead.
  const rowsInTable = await runPage.results.getByRole('rowheader').count();
  expect((await named.count()) > 0 || rowsInTable === 1).toBe(true);
});

/** Names that every JavaScript object has are keys like any other in a plan given as JSON. */
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];

test('a plan with such a key or value opens a page that works', async ({ page, request, runPage }) => {
  const plans = INHERITED.flatMap((name) => [
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
  for (const name of INHERITED) {
    const response = await request.get(addressOf({ plan: `{"family":"stutter","${name}":1}` }), { maxRedirects: 0 });
    expect(response.headers()['location'], name).toContain('family=stutter');
    expect(response.headers()['location'], name).not.toContain('undefined');
  }
});

test('the plan of a family opens its page without a problem', async ({ familyPage, page }) => {
  for (const plan of ['{"family":"stutter"}', '{"family":"stutter","profile":"quick"}']) {
    await familyPage.open({ plan });
    await expect(page.getByRole('heading', { name: 'Stutter' })).toBeVisible();
    await expect(familyPage.run).toBeEnabled();
    await expect(familyPage.alert).toHaveCount(0);
    expect(new URL(page.url()).searchParams.get('family')).toBe('stutter');
  }
});
