import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { showFinished } from '../support/lib/finished-run.ts';

const TITLE = 'Publish this result';

test('the publish dialog begins at its first field, also where that is known; Escape closes it and returns the focus to the button that opened it', async ({
  measured,
  page,
  runPage,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('opfsmark.declared', JSON.stringify({ declared: { device: 'Known' }, counted: true }));
  });
  await showFinished(page, measured);
  await runPage.publish.focus();
  await page.keyboard.press('Enter');
  await expect(runPage.publishDialog).toHaveAccessibleName(TITLE);
  await expect(runPage.publishDialog.getByLabel('Device')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(runPage.publishDialog).toBeHidden();
  await expect(runPage.publish).toBeFocused();
});

test('once the result is published, the dialog no longer asks to publish it', async ({ measured, page, runPage }) => {
  await showFinished(page, measured);
  await runPage.publishAs(declaration());
  await expect(runPage.publishDialog).toBeVisible();
  await expect(runPage.publishDialog).not.toHaveAccessibleName(TITLE);
});

test('a run that is published shows its link and cannot be published again, also after the page was left', async ({
  measured,
  page,
  runPage,
}) => {
  await showFinished(page, measured);
  await runPage.publishAs(declaration());
  const address = (await runPage.permalink.getAttribute('href'))?.split('?')[0] ?? '';
  await runPage.publishDialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('link', { name: 'Show the published page' })).toBeFocused();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByRole('link', { name: 'Show the published page' })).toHaveAttribute('href', address);
    await expect(page.getByRole('link', { name: 'Show the published page' })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await expect(runPage.publish).toHaveCount(0);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'History' }).click();
  await main.getByRole('link', { name: 'Run' }).click();
  await expect(page.getByRole('link', { name: 'Show the published page' })).toHaveAttribute('href', address);
});
