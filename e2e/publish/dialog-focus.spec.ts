import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';

const TITLE = 'Publish this result';

test('Escape closes the publish dialog and returns the focus to the button that opened it', async ({
  page,
  runPage,
}) => {
  await runPage.open({ ...BRIEF, autorun: '1' });
  await runPage.reaches('done', 50_000);
  await runPage.publish.focus();
  await page.keyboard.press('Enter');
  await expect(runPage.publishDialog).toHaveAccessibleName(TITLE);
  await page.keyboard.press('Escape');
  await expect(runPage.publishDialog).toBeHidden();
  await expect(runPage.publish).toBeFocused();
});

test('once the result is published, the dialog no longer asks to publish it', async ({ runPage }) => {
  await runPage.open({ ...BRIEF, autorun: '1' });
  await runPage.reaches('done', 50_000);
  await runPage.publishAs(declaration());
  await expect(runPage.publishDialog).toBeVisible();
  await expect(runPage.publishDialog).not.toHaveAccessibleName(TITLE);
});
