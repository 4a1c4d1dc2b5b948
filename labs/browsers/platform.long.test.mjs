/** The script that the workflow of platforms runs, with the three drivers that there may be here. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findWebKit } from '../../scripts/lib/browsers.mjs';
import { run } from '../../scripts/lib/command.mjs';
import { findCommand } from '../../scripts/lib/packages.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';

const out = mkdtempSync(join(tmpdir(), 'opfsmark-platform-test-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const WORKFLOW = '.github/workflows/platforms.yml';
const steps = Object.values(parse(readFileSync(join(ROOT, WORKFLOW), 'utf8')).jobs).flatMap((job) => job.steps);

test('the workflow takes only pinned actions, and runs what is tried here', async () => {
  for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
  const [prepare, platform, ...packages] = new Set(steps.flatMap(({ run: command }) => command ?? []));
  expect(platform).toMatch(/^node labs\/browsers\/platform\.ts --browser \S+ \S+ \S+ --out build\/platform$/);
  expect(packages).toEqual(['npm run pack', 'node scripts/try-packages.mjs']);
  for (const line of [prepare, ...packages]) {
    const [command, ...words] = line.split(' ');
    const { code, text } = await run(command, words, { cwd: ROOT, output: 'collect' });
    expect(code, text).toBe(0);
  }
});

const actionlint = findCommand('actionlint');
if (actionlint === undefined) console.log('skipped: the workflow, because actionlint is not here');
test.skipIf(actionlint === undefined)('actionlint finds nothing', async () => {
  const { code, text } = await run(actionlint, [WORKFLOW], { cwd: ROOT, output: 'collect' });
  expect(code, text).toBe(0);
});

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
  expect(text).toMatch(/^\w+: of a hole of 67108864 bytes \d+ are on the drive$/m);
  expect(text).toMatch(/^chrome did not start: no-such-driver does not answer: .*\n$/m);
});
