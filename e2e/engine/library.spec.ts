/** The engine as a library: builds the example of its README and opens it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview, type PreviewServer } from 'vite';
import { expect, test } from '../support/fixtures.ts';
import { ROOT } from '../support/lib/paths.ts';

const LIBRARY = join(ROOT, 'wasm-core');
const EXAMPLE = join(LIBRARY, 'example');

// The page of this test is not on the site.
test.use({ expectedErrors: [/^request to a third party: http:\/\/localhost:/] });

let server: PreviewServer;
let outDir: string;

test.beforeAll(async () => {
  outDir = mkdtempSync(join(tmpdir(), 'opfsmark-example-'));
  const common = { root: EXAMPLE, configFile: join(EXAMPLE, 'vite.config.ts'), logLevel: 'warn' as const };
  await build({ ...common, build: { outDir, emptyOutDir: true } });
  server = await preview({ ...common, build: { outDir }, preview: { host: 'localhost', port: 0 } });
});

test.afterAll(async () => {
  await server.close();
  rmSync(outDir, { recursive: true, force: true });
});

test('the example of the README measures in a page of its own', async ({ page }) => {
  test.setTimeout(120_000);
  const { port } = server.httpServer.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/`);
  await expect(page.locator('body')).toContainText('RND4K Q1T1 write', { timeout: 100_000 });
  const lines = (await page.locator('body').innerText()).trim().split('\n');
  expect(lines).toHaveLength(8);
  for (const line of lines) expect(line).toMatch(/^(SEQ1M|RND4K) Q\d+T1 (read|write): [1-9]\d* MB\/s$/);
});

test('the README shows the code of the example, to the letter', () => {
  const readme = readFileSync(join(LIBRARY, 'README.md'), 'utf8');
  expect(/```ts\n(.*?)```/s.exec(readme)?.[1]).toBe(readFileSync(join(EXAMPLE, 'main.ts'), 'utf8'));
});
