/** Tracking parameters of a link are ignored silently; an unknown parameter is named in one short line. */
import { expect, test } from '../support/fixtures.ts';

test('a link with parameters that trackers add opens without a warning', async ({ page, runPage }) => {
  const added = { utm_source: 'newsletter', utm_campaign: 'spring', fbclid: 'IwAR0abc', gclid: 'Cj0KCQ' };
  await runPage.open({ profile: 'quick', ...added });
  await expect(runPage.run).toBeEnabled();
  await expect(runPage.alert).toHaveCount(0);
  await expect(page.getByText(/utm_|fbclid|gclid/)).toHaveCount(0);
});

test('a link with speed=11 names it in one short line', async ({ page, runPage }) => {
  await runPage.open({ profile: 'quick', speed: '11' });
  await expect(runPage.run).toBeEnabled();
  await expect(page.getByText('Ignored in this link: speed=11', { exact: true })).toBeVisible();
  await expect(page.getByText('speed=11')).toHaveCount(1);
});
