/** The page that reloads itself in the middle of a run, and goes on. */
import { expect, test } from '../support/fixtures.ts';
import { declaration } from '../support/lib/records.ts';
import { visit } from '../support/lib/visit.ts';
import { runFamily } from '../support/scenarios/family-run.ts';

const SMALL_PLAN = { rows: '100', puts: '2', reads: '10', blob: '16KiB', loops: '1' };
/** The rows as the store is created and in its loop, four single saves, the large value. */
const WRITTEN_TEXT = '225 kB';
const INTACT_STORE = { opened: true, lost: 0, torn: 0, damaged: 0 };
const FACTS = 'What was compared';

test('a page that reloads itself in the middle of puts says so, finds all of them, and goes on @long', async ({
  familyPage,
}) => {
  const { page } = familyPage;
  const texts: string[] = [];
  // The window is handed to other tests, and keeps its functions; those of a page end with it.
  await page.exposeFunction('hear', (text: string) => texts.push(text));
  await page.addInitScript(() => {
    const hear = (window as unknown as { hear: (text: string) => void }).hear;
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role=status], progress + p')) hear(status.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  let loads = 0;
  page.on('load', () => loads++);
  const { result, record } = await runFamily(familyPage, 'app-storage', {
    ...SMALL_PLAN,
    contenders: 'idb-strict',
  });
  expect(loads).toBe(2);
  for (const text of ['Storage for apps: continuing after the reload', 'The page has reloaded itself.']) {
    expect(
      texts.some((one) => one.includes(text)),
      text,
    ).toBe(true);
  }
  expect(result.rows.map(({ status }) => status)).toEqual(['done']);
  for (const { contender, reload, survival, two_tabs } of result.rows) {
    expect(reload, contender).toMatchObject(INTACT_STORE);
    expect(reload?.acknowledged, contender).toBeGreaterThanOrEqual(20);
    expect(survival, contender).toMatchObject(INTACT_STORE);
    expect(two_tabs, contender).toMatchObject({ second: 'shared', lost: 0, damaged: 0 });
  }
  await expect.poll(() => familyPage.leftovers()).toEqual([]);
  await expect(page.getByText(`Wrote ${WRITTEN_TEXT} in`)).toBeVisible();

  const facts = await familyPage.cellsIn('Contenders', FACTS);
  const count = result.rows[0]?.reload?.acknowledged;
  expect(facts[0]).toContain(`${count} of ${count} acknowledged puts survived.`);
  await familyPage.publishAs(declaration());
  await visit(page, (await familyPage.permalink.getAttribute('href')) ?? '');
  expect(await familyPage.cellsIn('Contenders', FACTS)).toEqual(facts);
  await visit(page, `/history/${encodeURIComponent(record.started_at)}`);
  expect(await familyPage.cellsIn('Contenders', FACTS)).toEqual(facts);
});
