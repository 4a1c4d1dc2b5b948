/** Two browsers meet by a link, measure in turn by themselves, and the link has one result that anybody reads. */
import { makeUpload } from '@opfsmark/schema/test-support/upload';
import { expect, test } from '../support/fixtures.ts';
import { expectNoSidewaysScroll, expectNoViolations } from '../support/lib/axe.ts';
import { inLanguage } from '../support/lib/addresses.ts';
import { withProfile } from '../support/lib/profile.ts';
import { declaration } from '../support/lib/records.ts';
import { read, reload, visit } from '../support/lib/visit.ts';
import { BRIEF } from '../support/page-objects/run-page.ts';

const PLAN = new URLSearchParams({ ...BRIEF, blocks: '1' });

test('two browsers measure in turn until the link that one of them made has a result side by side', async ({
  page,
  playwright,
  request,
}) => {
  await visit(page, `/versus?${PLAN}`);
  await expect(page.getByText('4 runs, about')).toBeVisible();
  await page.getByRole('button', { name: 'Make the link' }).click();
  await expect(page.getByRole('heading', { name: 'Now open this link in the other browser' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  const link = page.url();
  await expect(page.getByText('Waiting until Start is pressed')).toBeVisible();

  await withProfile(playwright.chromium, {}, async (context) => {
    const other = context.pages()[0] ?? (await context.newPage());
    await visit(other, link);
    await expectNoViolations(other, 'before it begins', 'light', { contrast: false });
    await other.getByRole('button', { name: 'Start' }).click();
    // Whoever loads the page again in the middle goes on where it was.
    await expect(page.getByText(/[1-3] of 4 runs|run [2-4] of 4/)).toBeVisible();
    await reload(page);
    for (const tab of [page, other]) {
      await expect(tab.getByText('All 4 runs are done.')).toBeVisible();
      await expect(tab.getByRole('table')).toContainText('SEQ1M Q1');
    }
  });
  await expectNoSidewaysScroll(page, 'the result', [320, 1280]);
  await expectNoViolations(page, 'the result', 'light', { contrast: false });
  const permalink = new URL(link).pathname;
  const { text, status } = await read(request, permalink);
  expect(status).toBe(200);
  expect(text).toMatch(/Side by side, 1 block of four runs/);
  const response = await request.get(permalink);
  expect(response.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
});

test('what is not compared is named as in the table above it, in each language', async ({ api, request }) => {
  const ids: string[] = [];
  // What a private window keeps in memory is never read from the drive.
  for (const keptInMemory of [true, false, false, true])
    ids.push(await api.publish(makeUpload({ keptInMemory }).record, declaration()));
  const group = await api.makeGroup('Two browsers', ids[0] ?? '', 'B (8)');
  for (const [index, side] of ['A', 'A', 'B'].entries()) await api.join(group, ids[index + 1] ?? '', `${side} (8)`);
  for (const [language, list] of [
    ['en', 'Not measured each time, so not compared: Drive score; RND4K Q32 read, drive; RND4K Q1 read, drive;'],
    ['ja', '毎回は測定できなかったため比べていないもの：ドライブのスコア; RND4K Q32 読み込み (ドライブ);'],
  ] as const) {
    const { text } = await read(request, inLanguage(`/versus/${group}`, language));
    expect(text).toContain(list);
    expect(text).not.toContain('drive_read');
  }
});

test.describe('what ends it', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('a comparison that was deleted says so to the browser that waits @long', async ({ page, request }) => {
    await visit(page, `/versus?${PLAN}`);
    await page.getByRole('button', { name: 'Make the link' }).click();
    await expect(page.getByText('Waiting until Start is pressed')).toBeVisible();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const kept = await page.evaluate((group) => localStorage.getItem(`opfsmark.group.${group}`) ?? '', id);
    const { key } = JSON.parse(kept) as { key: string };
    await request.delete(`/api/v1/groups/${id}`, { headers: { authorization: `Bearer ${key}` } });
    await expect(page.getByRole('alert')).toHaveText('This comparison was deleted.');
  });
});
