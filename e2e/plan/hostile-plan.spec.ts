/** Names that every JavaScript object has are keys like any other in a plan given as JSON. */
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

const addressOf = (plan: string) => `/?${new URLSearchParams({ plan }).toString()}`;

for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
  test(`a plan with the key or the value "${name}" opens a page that works`, async ({ page, request, runPage }) => {
    const plain = `{"${name}":1}`;
    const plans = [
      plain,
      `{"profile":"${name}"}`,
      `{"family":"${name}"}`,
      `{"family":"stutter","${name}":1}`,
      `{"rows":[{"${name}":1}]}`,
      `{"rows":{"${name}":{"${name}":1}}}`,
    ];
    const statuses = plans.map(async (plan) => `${(await request.get(addressOf(plan))).status()} ${plan}`);
    expect(await Promise.all(statuses)).toEqual(plans.map((plan) => `200 ${plan}`));
    await visit(page, addressOf(plain));
    await expect(runPage.run).toBeEnabled();
  });
}

test('the plan of a family opens its page, and every parameter of the address has a name', async ({
  familyPage,
  page,
}) => {
  for (const plan of ['{"family":"stutter"}', '{"family":"stutter","profile":"quick"}']) {
    await familyPage.open({ plan });
    await expect(page.getByRole('heading', { name: 'Stutter' })).toBeVisible();
    await expect(familyPage.run).toBeEnabled();
    await expect(familyPage.alert).toHaveCount(0);
    expect(page.url()).not.toContain('undefined');
  }
});
