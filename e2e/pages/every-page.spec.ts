/** Every page in every state, language and colour scheme: axe finds nothing, and no page is wider than the window. */
import { makeUpload } from '../../worker-api/test/factory.ts';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { ADDRESSES, inLanguage } from '../support/lib/addresses.ts';
import { expectNoDarkViolations, expectNoViolationsIn } from '../support/lib/axe.ts';
import { openUntilShown } from '../support/lib/board-refresh.ts';
import { expectNoSidewaysScroll } from '../support/lib/fits.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, speak } from '../support/lib/language.ts';
import { realRecord } from '../support/lib/real-record.ts';
import { visit } from '../support/lib/visit.ts';
import { SHORT } from '../support/page-objects/run-page.ts';

const LONG = 'A name without end '.repeat(4).trim();
const RTL = 'جهاز تخزين ABC 123';
const RTL_SLUG = encodeURIComponent('جهاز-تخزين-abc-123');

test.use({ expectedErrors: [/status of 404/] });

/** Two tests, so that two browsers share the pages. */
const PARTS = [0, 1] as const;

for (const part of PARTS) {
  test(`axe finds nothing on any page in any language, and none is wider than the window: part ${part + 1}`, async ({
    page,
    api,
    measured,
  }) => {
    test.setTimeout(300_000);
    const long = await api.publishRanked(makeUpload({ declared: { device: LONG } }));
    const rtl = await api.publish(measured, declaration({ device: RTL }));
    const family = await api.publish(realRecord('family-stutter'), declaration({ device: LONG }));
    const group = await api.makeGroup(LONG, long);
    await openUntilShown(() => visit(page, '/leaderboard'), page.getByText(LONG).first());
    const runs = [`/r/${long}`, `/r/${rtl}`, `/r/${family}`, `/compare?runs=${long},${rtl}`];
    const own = [...runs, `/device/${RTL_SLUG}`, `/g/${group}`];
    const addresses = [...ADDRESSES, ...own].filter((_, index) => index % PARTS.length === part);
    for (const address of addresses) {
      for (const language of LANGUAGES) {
        const sent = await (await page.request.get(inLanguage(address, language))).text();
        expect.soft(sent, `${address}, ${language}`).toContain(`<html lang="${language}"`);
      }
      const isThere = (await visit(page, inLanguage(address, DEFAULT_LANGUAGE)))?.ok() === true;
      for (const language of LANGUAGES) {
        // What does not exist would be asked for again, and the console would say so.
        if (isThere) await speak(page, language);
        else await visit(page, inLanguage(address, language));
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expectNoViolationsIn(language, page, address);
        if (language === DEFAULT_LANGUAGE) await expectNoDarkViolations(page, address);
        await expectNoSidewaysScroll(page, `${address}, ${language}`);
      }
    }
  });
}

test('axe finds nothing while a test runs, when it is done, and in the dialogs', async ({ page, runPage }) => {
  test.setTimeout(180_000);
  const look = async (name: string) => {
    for (const language of LANGUAGES) {
      await speak(page, language);
      await expectNoViolationsIn(language, page, name);
      if (language === DEFAULT_LANGUAGE) await expectNoDarkViolations(page, name);
      await expectNoSidewaysScroll(page, `${name}, ${language}`);
    }
    await speak(page, 'en');
  };
  await runPage.open({ ...SHORT, loops: '9', interval: '5' });
  await runPage.customise();
  await look('Customise');
  await page.keyboard.press('Escape');
  await runPage.run.click();
  // The test before it is finished then: what is stopped here can be published.
  await expect(runPage.cells('RND4K Q1').first()).toContainText(/\d/, { timeout: 60_000 });
  await look('running');
  await runPage.stop.click();
  await runPage.reaches('done', 20_000);
  await look('done');
  await runPage.publish.click();
  await runPage.publishDialog.getByText('Exactly what is sent').click();
  await look('Publish');
});

test('a comparison says what differs and keeps a right-to-left name apart', async ({ page, api, measured }) => {
  const a = await api.publish(measured, declaration({ device: RTL, filesystem: 'ext4' }));
  const b = await api.publish(measured, declaration({ device: RTL, filesystem: 'exFAT' }));
  await visit(page, `/compare?runs=${a},${b}`);
  const figures = page.getByRole('table', { name: 'Figures and ratios' });
  await expect(figures.getByText('no clear difference').first()).toBeVisible();
  await expect(figures.locator('bdi').first()).toHaveText(RTL);
  const environment = page.getByRole('table', { name: 'What differs besides the speed' });
  await expect(environment.getByRole('row', { name: 'Filesystem ext4 exFAT' })).toBeVisible();
  await figures.getByRole('link', { name: `Use ${RTL} as baseline` }).click();
  await expect(page).toHaveURL(new RegExp(`base=${b}`));
});
