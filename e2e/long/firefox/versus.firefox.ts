/** Chromium and Firefox on one computer, by a link from one to the other. */
import { expect, test } from '@playwright/test';
import { withFirefox } from '../../support/lib/firefox.ts';
import { withProfile } from '../../support/lib/profile.ts';
import { read, visit } from '../../support/lib/visit.ts';

test('Chromium and Firefox measure in turn by themselves, and one page has both side by side', async ({
  playwright,
  request,
}) => {
  await withProfile(playwright.chromium, {}, async (context) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await visit(page, '/versus?blocks=2');
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.waitForURL(/\/versus\/\w{16}/);
    const link = page.url();
    await withFirefox(async (other) => {
      await other.goto(link);
      await other.locator('button::-p-text(Start)').click();
      await expect(page.getByText('All 8 runs are done.')).toBeVisible();
      await other.waitForSelector('::-p-text(All 8 runs are done.)', { timeout: 120_000 });
    });
    const { text } = await read(request, new URL(link).pathname);
    expect(text).toMatch(/Firefox \d+ is (?:faster|slower) than Chrome \d+ in|No difference was shown in any test/);
    expect(text).toMatch(/Test Firefox \d+ against Chrome \d+ Chrome \d+ Firefox \d+/);
    console.info(/(?:Firefox \d+ is faster.*|Firefox \d+ is slower.*|No difference.*)Side by side/.exec(text)?.[0]);
  });
});
