import { truncateSync, utimesSync } from 'node:fs';
import { expect, test } from '../support/fixtures.ts';
import { runWith, withFile } from '../support/scenarios/picked-file.ts';

const MIB = 2 ** 20;
const GIB = 2 ** 30;

test('a file that changes while it is read ends the run with a clear message', async ({ familyPage }) => {
  await withFile(0, async (path) => {
    const { page } = familyPage;
    // Holes, and more blocks than are read before it changes.
    truncateSync(path, GIB);
    await runWith(familyPage, path, { pairs: '100000', bytes: '8MiB', slice: '1MiB', limit: '60' });
    await expect(page.getByText(/: measuring$/).first()).toBeVisible();
    truncateSync(path, MIB);
    // A browser compares whole seconds.
    utimesSync(path, 1, 1);
    await familyPage.reaches('failed');
    expect((await familyPage.familyRecord())?.failure?.code).toBe('file_changed');
    await expect(page.getByText('The file can no longer be read')).toBeVisible();
    await expect(page.getByText('pick the file again.')).toBeVisible();
  });
});
