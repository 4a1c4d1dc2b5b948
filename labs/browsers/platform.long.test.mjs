/** The script that the workflow of platforms runs, with the three drivers that there may be here. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findWebKit } from '../../scripts/lib/browsers.mjs';
import { run } from '../../scripts/lib/command.mjs';
import { findCommand } from '../../scripts/lib/packages.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';

const out = mkdtempSync(join(tmpdir(), 'opfsmark-platform-test-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

/** What each is to come to: WebKitGTK's private file system does not answer. */
const BROWSERS = [
  { browser: 'chrome', hasDriver: findCommand('chromedriver') !== undefined, measures: true },
  { browser: 'firefox', hasDriver: findCommand('geckodriver') !== undefined, measures: true },
  { browser: 'webkitgtk', hasDriver: findWebKit() !== undefined, measures: false },
];

for (const { browser, hasDriver, measures } of BROWSERS) {
  if (!hasDriver) console.log(`skipped: ${browser}, because its driver is not here`);
  test.skipIf(!hasDriver)(`${browser} is checked, measures or says why not, and its result has a page`, async () => {
    const words = ['labs/browsers/platform.ts', '--browser', browser, '--out', out];
    const { code, text } = await run(process.execPath, words, { cwd: ROOT, output: 'collect' });
    expect(code, text).toBe(0);
    const names = ['checkup.json', 'checkup.png', 'quick.json', 'quick.png', ...(measures ? ['permalink.png'] : [])];
    expect(
      readdirSync(out)
        .filter((name) => name.startsWith(`${browser}-`))
        .toSorted(),
    ).toEqual(names.map((name) => `${browser}-${name}`).toSorted());
    const { status } = JSON.parse(readFileSync(join(out, `${browser}-quick.json`), 'utf8'));
    expect(status).toBe(measures ? 'done' : 'failed');
    expect(text).toMatch(measures ? /Quick was published/ : /cannot measure, and says so/);
  });
}

test('a driver that is missing is told in one line', async () => {
  const words = [
    'labs/browsers/platform.ts',
    '--browser',
    'chrome',
    '--driver',
    'no-such-driver',
    '--site',
    'http://localhost',
  ];
  const { code, text } = await run(process.execPath, [...words, '--out', out], { cwd: ROOT, output: 'collect' });
  expect(code).toBe(1);
  expect(text).toMatch(/^chrome did not start: no-such-driver does not answer: .*\n$/);
});
