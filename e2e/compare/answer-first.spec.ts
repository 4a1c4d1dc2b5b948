/** A comparison says first what differs, then shows all results on common rulers, and keeps memory apart. */
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { declaration } from '../support/lib/declaration.ts';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

test('what differs most is said in a sentence, before anything is chosen or scripted', async ({ api, browser }) => {
  const names = [declaration().device, declaration().device];
  const ids: string[] = [];
  for (const [index, device] of names.entries()) {
    const { record } = makeUpload({ profile: 'default', speed: index === 0 ? 1 : 0.01 });
    ids.push(await api.publish(record, declaration({ device })));
  }
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/compare?runs=${ids.join(',')}`);
  // A hundred times, and what one made-up run differs from another.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`^[^:]+: ${names[1]} is \\d{2,3}× slower than ${names[0]}\\.$`),
  );
  const rulers = page.getByRole('region', { name: 'On common rulers' });
  await expect(rulers.getByRole('img', { name: /^Opens files: A: read [\d,.]+ · B: read [\d,.]+$/ })).toHaveCount(1);

  const table = page.getByRole('table', { name: 'Figures and ratios' });
  const group = (head: string) =>
    table.getByRole('rowgroup').filter({ has: page.getByRole('rowheader', { name: head }) });
  const [drive, memory] = [group('From the drive'), group('Memory or an unknown source')];
  await expect(drive.getByText('from the drive').first()).toBeVisible();
  await expect(drive.getByText('from memory')).toHaveCount(0);
  await expect(memory.getByText('from memory').first()).toBeVisible();
  await expect(memory.getByText('from the drive')).toHaveCount(0);
  await context.close();
});

test('another baseline turns the sentence around', async ({ api, page }) => {
  const names = [declaration().device, declaration().device];
  const ids: string[] = [];
  for (const [index, device] of names.entries()) {
    const { record } = makeUpload({ profile: 'default', speed: index === 0 ? 1 : 0.01 });
    ids.push(await api.publish(record, declaration({ device })));
  }
  await visit(page, `/compare?runs=${ids.join(',')}`);
  await page.getByRole('link', { name: `Use ${names[1]} as baseline` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${names[0]} is`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('× faster than');
});
