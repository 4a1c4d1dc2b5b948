/** Names that every JavaScript object has are keys like any other in a plan given as JSON. */
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

const addressOf = (plan: string) => `/?${new URLSearchParams({ plan }).toString()}`;

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
  const statuses = plans.map(async (plan) => `${(await request.get(addressOf(plan))).status()} ${plan}`);
  expect(await Promise.all(statuses)).toEqual(plans.map((plan) => `200 ${plan}`));
  await visit(page, addressOf('{"__proto__":1}'));
  await expect(runPage.run).toBeEnabled();
});

test('a family with such a key opens an address in which every parameter has a name', async ({ request }) => {
  for (const name of INHERITED) {
    const response = await request.get(addressOf(`{"family":"stutter","${name}":1}`), { maxRedirects: 0 });
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
