/** How the page explains and saves a result, on the scripted drive, whose times are known. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/fixtures.ts';

const ONCE = {
  profile: 'quick',
  cache: 'as-is',
  write: '0B',
  loops: '1',
  size: '16MiB',
  limit: '0',
  engine: 'scripted',
  autorun: '1',
};

test('each read has a verdict, the page says in words what the numbers mean, and all is saved in its forms', async ({
  page,
  runPage,
}) => {
  await runPage.open(ONCE);
  await runPage.reaches('done');
  await expect(runPage.cells('RND4K Q1').first()).toContainText('from memory');
  // 20 us per read, 1.04 ms per write with its flush.
  await expect(page.getByRole('heading', { name: 'Opening apps and files: not measured' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Saving: fine for apps, slow for databases' })).toBeVisible();
  await runPage.showTab('iostat');
  await expect(page.getByRole('table', { name: 'In iostat -x format' })).toContainText('RND4K Q1 write');

  // The best loop instead of the median.
  await page.getByRole('link', { name: 'best', exact: true }).click();
  await expect(page).toHaveURL(/[?&]stat=best/);
  await expect(runPage.cells('RND4K Q1').first()).toContainText('164.6');

  for (const [choice, extension, content] of [
    ['Text', 'txt', '  RND    4KiB (Q=  1, T= 1):   164.612 MB/s [  40188.4 IOPS]'],
    ['Markdown table', 'md', '| RND4K Q1 read, memory | 164.6 |'],
    ['CSV', 'csv', 'rnd4k_q1t1 flush_each,"RND4K Q1 write, flushed each time",,iops,higher,952.886,'],
    ['Bencher', 'bencher.json', '"Drive: RND4K Q1 read (from memory)"'],
    ['github-action-benchmark: customBiggerIsBetter', 'bigger.json', '"unit": "MB/s"'],
    ['github-action-benchmark: customSmallerIsBetter', 'smaller.json', 'Drive: RND4K Q1 read, p99 (from memory)'],
    ['Prometheus', 'prom', 'row="rnd4k_q1t1",direction="read",origin="cached"} '],
    ['JSON, the whole record', 'json', '"engine": "scripted"'],
    ['PNG picture', 'png', 'PNG'],
  ] as const) {
    const file = await runPage.saveAs(choice);
    expect.soft(file.suggestedFilename()).toMatch(new RegExp(`^opfsmark-quick-.*\\.${extension}$`));
    expect.soft(await readFile(await file.path(), 'latin1'), extension).toContain(content);
  }
});
