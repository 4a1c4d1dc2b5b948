import { AxeBuilder } from '@axe-core/playwright';
import { declaration } from './factories/declaration.ts';
import { expect, test } from './fixtures.ts';

const LANGUAGES = ['en', 'ja'] as const;
/** 320 px is also what 1280 px are at 400 %; 640 px what they are at 200 %. */
const WIDTHS = [320, 640, 1280] as const;
const PAGES = [
  '/',
  '/leaderboard',
  '/leaderboard?metric=score&q=nobody',
  '/compare',
  '/compare?case=filesystems-usb-ssd',
  '/compare?runs=0000000000000000',
  '/history',
  '/device/nobody-has-this',
  '/filesystem/apfs',
  '/filesystem/nothing',
  '/method',
  '/privacy',
  '/api',
];
const RTL = 'جهاز تخزين ABC 123';

for (const language of LANGUAGES) {
  test(`no page gives axe anything to say or is wider than the window, in ${language}`, async ({
    page,
    api,
    measured,
  }) => {
    test.setTimeout(180_000);
    const long = await api.publish(measured, declaration({ device: 'A name without end '.repeat(4).trim() }));
    const rtl = await api.publish(measured, declaration({ device: RTL }));
    const own = [`/compare?runs=${long},${rtl}`, `/device/${encodeURIComponent('جهاز-تخزين-abc-123')}`];
    for (const path of [...PAGES, ...own]) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect
        .soft(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`),
          path,
        )
        .toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 720 });
        const surplus = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.soft.poll(surplus, { message: `${path} at ${width} px` }).toBeLessThanOrEqual(0);
      }
    }
  });
}

test('a comparison says what differs and keeps a right-to-left name apart', async ({ page, api, measured }) => {
  const a = await api.publish(measured, declaration({ device: RTL, filesystem: 'ext4' }));
  const b = await api.publish(measured, declaration({ device: RTL, filesystem: 'exFAT' }));
  await page.goto(`/compare?runs=${a},${b}`);
  const figures = page.getByRole('table', { name: 'Figures and ratios' });
  await expect(figures.getByText('no clear difference').first()).toBeVisible();
  await expect(figures.locator('bdi').first()).toHaveText(RTL);
  const environment = page.getByRole('table', { name: 'What differs besides the speed' });
  await expect(environment.getByRole('row', { name: 'Filesystem ext4 exFAT' })).toBeVisible();
  await figures.getByRole('link', { name: `Use ${RTL} as baseline` }).click();
  await expect(page).toHaveURL(new RegExp(`base=${b}`));
});
