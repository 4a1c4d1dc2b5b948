/** A result of another tool beside a published run: marked, in this tab alone, and what is not understood is said. */
import type { Page } from '@playwright/test';
import { CRYSTAL_8 } from '@opfsmark/schema/test-support/foreign-texts';
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { expectNoSidewaysScroll, expectNoViolations } from '../support/lib/axe.ts';
import { declaration } from '../support/lib/records.ts';
import { speak, visit } from '../support/lib/visit.ts';

const ADD = 'Add a result of another tool';

/** Adds a result by its text. */
async function add(page: Page): Promise<void> {
  await page.getByRole('button', { name: ADD }).click();
  const dialog = page.getByRole('dialog', { name: ADD });
  await dialog.getByRole('textbox').fill(CRYSTAL_8);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Adds one beside those that are there: after Remove the focus is on what follows, and at last on the button that adds. */
async function expectFocusAfterRemove(page: Page, count: number): Promise<void> {
  await add(page);
  const remove = page.getByRole('button', { name: /^Remove CrystalDiskMark/ });
  await expect(remove).toHaveCount(count + 1);
  await remove.first().focus();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(count);
  await expect(remove).toBeFocused();
  // Pressed while it has the focus, it does not get it again.
  await remove.click();
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('button', { name: ADD })).toBeFocused();
}

test('a pasted text of CrystalDiskMark stands beside a run until it is removed or the page is loaded again, and nothing of it is sent @long', async ({
  api,
  page,
}) => {
  const { record } = makeUpload({ profile: 'default' });
  const address = `/compare?runs=${await api.publish(record, declaration())}`;
  await visit(page, address);
  const sentRequests: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sentRequests.push(`${request.method()} ${request.url()}`);
    if (request.url().includes('Crystal')) sentRequests.push(request.url());
  });
  const opener = page.getByRole('button', { name: ADD });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: ADD });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Paste a text or choose a file first.');
  await dialog.getByRole('textbox').fill('Dear diary');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('No result of CrystalDiskMark');
  await expectNoViolations(page, 'the dialog', 'light', { contrast: false });
  await dialog.getByRole('textbox').fill(CRYSTAL_8);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'CrystalDiskMark 8.0.4 was added.' })).toBeAttached();

  const table = page.getByRole('table', { name: 'Figures and ratios' });
  const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'RND4K Q1 read, drive' }) });
  await expect(row).toContainText('60 MB/s');
  await expect(row).toContainText('reported elsewhere, direct I/O');
  const rulers = page.getByRole('region', { name: 'On common rulers' });
  await expect(rulers.getByRole('img', { name: /^Opens files: A: read [\d,.]+ · B: read [\d,.]+$/ })).toHaveCount(1);
  await expect(rulers.getByText('reported elsewhere, direct I/O').first()).toBeVisible();
  await expect(page.getByText('This is one result.')).toHaveCount(0);
  // No verdict is made of what others report, and it is no baseline.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare');
  await expect(page.getByRole('link', { name: 'Use as baseline: CrystalDiskMark 8.0.4' })).toHaveCount(0);
  await expectNoSidewaysScroll(page, 'the comparison', [390, 1280]);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address);
  expect(sentRequests).toEqual([]);

  await speak(page, 'ja');
  await expect(page.getByRole('table').first()).toContainText('別のツールの報告、ダイレクト I/O');
  await speak(page, 'en');
  await expectFocusAfterRemove(page, 1);
  await add(page);
  await page.reload();
  await expect(page.getByText('CrystalDiskMark 8.0.4')).toHaveCount(0);
});

test('a file that is cut off shows what was understood, and says where it ends; one that is dropped onto the text is read @long', async ({
  page,
}) => {
  await visit(page, '/compare');
  await page.getByRole('button', { name: ADD }).click();
  const text = `\uFEFF${CRYSTAL_8.slice(0, CRYSTAL_8.indexOf('2500.000') + 4)}`;
  await page
    .getByLabel('Or choose the file')
    .setInputFiles({ name: 'cdm.txt', mimeType: 'text/plain', buffer: Buffer.from(text, 'utf16le') });
  const list = page.getByRole('region', { name: 'Results of other tools' });
  await expect(list.getByRole('listitem')).toHaveText([
    'The text ends too early, at line 15. What was understood is kept.',
  ]);
  await expect(page.getByRole('table', { name: 'Figures and ratios' })).toContainText('60 MB/s');
  await list.getByRole('button', { name: 'Remove CrystalDiskMark 8.0.4' }).click();
  await expect(list).toHaveCount(0);

  await page.getByRole('button', { name: ADD }).click();
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'cdm.txt'));
    return data;
  }, CRYSTAL_8);
  const textbox = page.getByRole('dialog', { name: ADD }).getByRole('textbox');
  await textbox.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByRole('region', { name: 'Results of other tools' })).toContainText('CrystalDiskMark 8.0.4');

  await expectFocusAfterRemove(page, 1);
});

test('without script nothing offers to add one @long', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/compare');
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
  await expect(page.getByText(ADD)).toBeHidden();
  await context.close();
});
