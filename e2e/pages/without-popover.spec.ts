/** Firefox before 125 and Safari before 17 know no popover: what opens elsewhere stands in the page there. */
import type { Route } from '@playwright/test';
import { FAMILY_IDS } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

test.use({ viewport: { width: 390, height: 664 } });

/** As such a browser reads it: an unknown selector drops its rule, and the attribute means nothing. */
async function forget(route: Route): Promise<void> {
  const response = await route.fetch();
  const type = response.headers()['content-type'] ?? '';
  if (!/css|html/.test(type)) return route.fulfill({ response });
  const body = (await response.text()).replaceAll(':popover-open', ':unheard-of').replaceAll(' popover="auto"', '');
  return route.fulfill({ response, body });
}

test.beforeEach(({ page }) => page.route(/\.css$|\/(leaderboard)?$/, forget));

test('the filters of a board are in the page, and cover nothing of it', async ({ page }) => {
  await visit(page, '/leaderboard');
  const filters = page.getByRole('form', { name: 'Filters' });
  await expect(filters).toHaveCSS('position', 'static');
  await expect(filters.getByRole('button', { name: 'Show' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filters' })).toBeHidden();
  // Whatever lies in front of the page would take this click.
  await page.getByRole('link', { name: 'Compare the machines of a class' }).click();
  await expect(page).toHaveURL(/\/g$/);
});

test('all questions are in the page', async ({ page }) => {
  await visit(page, '/');
  const questions = page.getByRole('navigation', { name: 'What to measure' }).getByRole('link');
  await expect(questions).toHaveCount(FAMILY_IDS.length);
  for (const question of await questions.all()) await expect(question).toBeVisible();
});
