/** The engine as a library: builds the example of its README and opens it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORKLOAD_IDS } from '@opfsmark/schema/families/app-storage/plan';
import { expect, test } from '../support/fixtures.ts';
import { withExample } from '../support/lib/example.ts';
import { ROOT } from '../support/lib/paths.ts';
import { launchOptions } from '../support/site.ts';

const LIBRARY = join(ROOT, 'wasm-core');
const EXAMPLE = join(LIBRARY, 'example');
const OWN_STORE = join(LIBRARY, 'example-store');

// A whole Chromium's memory can be limited.
test.use({ launchOptions });
// The page of this test is not on the site.
test.use({ expectedErrors: [/^request to a third party: http:\/\/localhost:/] });

test.describe('in little memory', () => {
  test.use({ memoryBytes: 2 * 1024 ** 3 });

  test('the example of the README measures in a page of its own', async ({ page }) => {
    await withExample(EXAMPLE, async (address) => {
      await page.goto(address);
      await expect(page.locator('body')).toContainText('RND4K Q1T1 write');
      const lines = (await page.locator('body').innerText()).trim().split('\n');
      expect(lines).toHaveLength(12);
      for (const line of lines)
        expect(line).toMatch(/^(SEQ1M|RND4K) Q\d+T1 (?:drive read|memory read| *write): [1-9]\d* MB\/s$/);
    });
  });
});

test('a store of your own is measured with the work of the family', async ({ page }) => {
  await withExample(OWN_STORE, async (address) => {
    await page.goto(address);
    await expect(page.locator('body')).toContainText('blob-read');
    const lines = (await page.locator('body').innerText()).trim().split('\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual(WORKLOAD_IDS);
    for (const line of lines) expect(line).toMatch(/: \d+\.\d{3} ms \(\d+\.\d{3} to \d+\.\d{3}\)$/);
  });
});

test('the README shows the code of the example, to the letter', () => {
  const readme = readFileSync(join(LIBRARY, 'README.md'), 'utf8');
  expect(/```ts\n(.*?)```/s.exec(readme)?.[1]).toBe(readFileSync(join(EXAMPLE, 'main.ts'), 'utf8'));
});
