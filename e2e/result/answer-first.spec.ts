/** The answer stands above a result: on the run page, and on the permalink without script. */
import { randomId } from '@opfsmark/schema/documents';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { expectNoViolations } from '../support/lib/axe.ts';
import { visit } from '../support/lib/visit.ts';
import { AT_ONCE } from '../support/page-objects/run-page.ts';

const MAX_HEIGHT = [
  { width: 1440, height: 900, max: 2000 },
  { width: 390, height: 844, max: 4000 },
];

test('a run ends in a verdict, a sentence with a number that the drive limits, and three rulers; it is at most two screens wide open, and under 4,000 px on a phone', async ({
  page,
  runPage,
}) => {
  await runPage.open(AT_ONCE);
  await runPage.reaches('done');
  const card = page.getByRole('article').first();
  await expect(card.getByRole('heading', { level: 2 })).toContainText(/Your drive safely saves [\d,]+ small changes/);
  await expect(card.getByText(/^(?:good|fair|poor)$/)).toBeVisible();
  await expect(card.getByRole('img')).toHaveCount(3);
  await expect(card).toContainText('From memory:');
  await expectNoViolations(page, 'the answer');
  for (const { max, ...size } of MAX_HEIGHT) {
    await page.setViewportSize(size);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, `${size.width} px`).toBeLessThanOrEqual(max);
  }
  await page.setViewportSize({ width: 1280, height: 720 });

  await runPage.showTab('Percentiles');
  await expect(page).toHaveURL(/[?&]tab=percentiles/);
  await expect(page.getByRole('table', { name: 'Percentiles' })).toBeVisible();
});

test('the answer of a permalink is read without script', async ({ api, browser }) => {
  const id = await api.publishRanked(makeUpload({ rig_id: randomId() }));
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/r/${id}?tab=environment`);
  await expect(page.getByRole('article').first().getByRole('heading', { level: 2 })).toContainText('This drive');
  await expect(page.getByText('Clock step')).toBeVisible();
  await context.close();
});

test('a term explains itself by a tap and by the keyboard', async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('button', { name: 'Saves safely' }).press('Enter');
  await expect(page.getByText('so that it survives a power cut')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('so that it survives a power cut')).toBeHidden();
});
