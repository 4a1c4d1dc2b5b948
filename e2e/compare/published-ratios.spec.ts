/** Published figures with a ratio of 1 to 1,000: a hard disk beside an SSD. */
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

test('a hard disk is called 1,000 times slower than an SSD, and no ratio or tick is rounded to 0.00 or 0.03', async ({
  page,
}) => {
  await visit(page, '/compare?case=hdd-ssd-hybrid');
  const chart = page.getByRole('figure').filter({ hasText: 'RND4K Q32 read' });
  await expect(chart.getByText(/1,000\s?[x×] slower/).first()).toBeVisible();
  const text = await page.getByRole('main').innerText();
  expect(text).not.toMatch(/[x×]\s?0\.0\d(?!\d)/);
});
