/** Chromium keeps the files of a private window in memory, behind another process. */
import { flagsOf, familyOf, type FamilyId } from '@opfsmark/schema/families';
import { declaration } from '../support/lib/records.ts';
import { expect, test } from '../support/fixtures.ts';
import { baseURL } from '../support/site.ts';
import { RunPage } from '../support/page-objects/run-page.ts';

test('a result from a private window is marked and listed without a rank', async ({ browser, leaderboardPage }) => {
  const privateWindow = await browser.newContext({ baseURL });
  const runPage = new RunPage(await privateWindow.newPage());
  // As boards accept it, and as short as possible.
  await runPage.open({ profile: 'quick', cache: 'as-is', rows: 'SEQ1M-Q1T1,RND4K-Q1T1' });
  await runPage.begin();
  await runPage.reaches('done');
  const record = await runPage.record();
  expect(record && flagsOf(familyOf<FamilyId>(record.family), record).map(({ code }) => code)).toContain(
    'memory_backed',
  );
  await expect(runPage.page.getByText('private window').first()).toBeVisible();

  const declared = declaration();
  await runPage.publishAs(declared);
  await runPage.permalink.click();
  const note = runPage.page.getByRole('note').filter({ hasText: 'Published, but not counted' });
  await expect(note).toContainText('The browser probably kept the files in memory');
  await privateWindow.close();

  await leaderboardPage.openUntilShown({ metric: 'seq1m_q1t1_write' }, declared.device);
  await expect(leaderboardPage.row(declared.device)).toContainText('memory suspected');
});
