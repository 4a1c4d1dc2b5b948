import { PICKED_STEPS } from '@opfsmark/schema/families';
import { expect, test } from '../support/fixtures.ts';
import { runFamily } from '../support/scenarios/family-run.ts';
import { pickFolderOfOwn } from '../support/lib/pick-folder.ts';
import { reportRows } from '../support/lib/report-tables.ts';

const SMALL = { size: '16MiB', reads: '200', files: '20' };
const STEPS = Object.keys(PICKED_STEPS);

test('a picked folder: every step beside what the browser reaches, and nothing left behind', async ({ familyPage }) => {
  const { page } = familyPage;
  await pickFolderOfOwn(page);
  // The folder belongs to the user, so it is deleted before the check that nothing is left.
  await page.addInitScript(() => {
    const look = setInterval(() => {
      if (window.opfsmark?.status !== 'done') return;
      clearInterval(look);
      void navigator.storage.getDirectory().then(async (root) => {
        const folder = await root.getDirectoryHandle('picked');
        const left: string[] = [];
        for await (const name of folder.keys()) left.push(name);
        Object.assign(window, { leftInPicked: left });
        await root.removeEntry('picked');
      });
    }, 10);
  });
  const { record, result } = await runFamily(familyPage, 'picked-folder', SMALL);
  expect(record.environment.engine).toBe('picked-folder');
  expect(await page.evaluate(() => Reflect.get(window, 'leftInPicked') as string[])).toEqual([]);
  expect(result.cells.map(({ place, step }) => `${place} ${step}`)).toEqual(
    ['ceiling', 'picked'].flatMap((place) => STEPS.map((step) => `${place} ${step}`)),
  );
  const own = result.cells.filter(({ place }) => place === 'picked');
  expect(own.map(({ ops }) => ops)).toEqual([16, 16, 200, 20, 20]);
  expect(own.map(({ verified_blocks }) => verified_blocks)).toEqual([0, 16, 200, 0, 0]);
  expect(await familyPage.cellsOf('Figures')).toEqual(reportRows(record, 'Figures'));
});
