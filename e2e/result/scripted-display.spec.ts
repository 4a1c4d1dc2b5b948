/**
 * The scripted drive takes exactly known times, so that what the page shows must be exactly known numbers. Its times are
 * in wasm-core/include/opfsmark/backends/scripted.h: 1 MiB reads 1,295 us, writes 2,590 us; 4 KiB reads 20 us, writes
 * 40 us, every 100th call 500 us and 1 ms longer; a flush 1 ms. A file of 16 MiB is visited once (no time limit): 16
 * calls of 1 MiB or 4,096 calls of 4 KiB, divided among the workers.
 */
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

/**
 * MB/s = 16.777216 MB / time of the busiest worker; a write's time ends with its flush. Small writes are shown flushed one by
 * one, for at most a second: 953 calls of one worker.
 */
const MBS: [row: string, read: string, write: string][] = [
  ['SEQ1M Q8', '6,478', '2,715'], // 2 x 1,295 us; 2 x 2,590 us + 1 ms
  ['SEQ1M Q1', '809.7', '395.3'], // 16 x 1,295 us; 16 x 2,590 us + 1 ms
  ['RND4K Q32', '5,483', '125.1'], // 128 x 20 us + 500 us; 128 x (40 us + 1 ms) + 1 ms
  ['RND4K Q1', '164.6', '3.90'], // 4,096 x 20 us + 40 x 500 us; 953 x (40 us + 1 ms) + 9 x 1 ms
];

test('the grid shows the scripted drive to the digit, in every unit, and what it is', async ({ page, runPage }) => {
  await runPage.open(ONCE);
  await runPage.reaches('done');
  for (const [row, read, write] of MBS) {
    expect.soft(await runPage.number(row, 'read'), `${row} read`).toBe(read);
    expect.soft(await runPage.number(row, 'write'), `${row} write`).toBe(write);
  }

  await expect(runPage.row('RND4K Q1')).toContainText('flushed at end: 81.9'); // 4,096 x 40 us + 40 x 1 ms + 1 ms

  await page.getByRole('link', { name: 'IOPS', exact: true }).click();
  await expect(page).toHaveURL(/[?&]unit=iops/);
  expect.soft(await runPage.number('RND4K Q1', 'read')).toBe('40,188'); // 4,096 / 101.92 ms
  expect.soft(await runPage.number('RND4K Q1', 'write')).toBe('952.9'); // 953 / 1,000.12 ms

  await page.getByRole('link', { name: 'µs', exact: true }).click();
  await expect(page).toHaveURL(/[?&]unit=us/);
  expect.soft(await runPage.number('RND4K Q1', 'read')).toBe('20.2'); // the middle of the bucket that 20 us falls into

  await expect(page.getByRole('note').filter({ hasText: 'a made-up drive' })).toBeVisible();
  await expect(runPage.publish.and(page.locator(':enabled'))).toHaveCount(0);
});
