import { expect, test } from '../support/fixtures.ts';
import { problemOf } from '../support/lib/api.ts';
import { visit } from '../support/lib/visit.ts';

/** A well-formed id that no result has. */
const UNKNOWN = '7777777777777777';

test('a link to a plan that asks for what cannot be names each such parameter, and still runs', async ({ runPage }) => {
  const asked = { size: '1GB!', loops: '10', profile: 'fastest', rows: 'SEQ3M-Q8T1,<b>' };
  await runPage.open(asked);
  for (const named of Object.keys(asked)) await expect(runPage.page.getByText(`${named}=`).first()).toBeVisible();
  await expect(runPage.run).toBeEnabled();
});

test.describe('an address of no result', () => {
  test.use({ expectedErrors: [/status of 404/] });

  for (const id of [UNKNOWN, 'nonsense', '%00', '..%2f..%2fetc']) {
    test(`/r/${id} is a page that says so`, async ({ page }) => {
      const response = await visit(page, `/r/${id}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Go to the benchmark' })).toBeVisible();
    });
  }

  for (const path of [`/runs/${UNKNOWN}`, '/runs/nonsense', '/boards/device.nothing.shared', '/nowhere']) {
    test(`/api/v1${path} is a problem document`, async ({ api }) => {
      const response = await api.get(path);
      expect(response.status()).toBe(404);
      expect(await problemOf(response)).toMatchObject({ status: 404 });
    });
  }
});
