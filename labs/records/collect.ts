/**
 * Measures for real and keeps the records: `npm run records -w labs [-- NAME...]`. Serves the site itself, or uses the
 * one at ORIGIN; drives Chromium, Firefox and the command line. With names, only records whose name begins like one.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEFAULT_FAMILY, FAMILY_IDS } from '@opfsmark/schema/families';
import { ProfileId } from '@opfsmark/schema/families/matrix/plan-schema';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findChromium, findFirefox } from '../../scripts/lib/browsers.mjs';
import { freePort } from '../lib/local-service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** On a drive, because a drive is measured: the system's folder for temporary files may be in memory. */
const PROFILES = join(ROOT, 'e2e/.profiles');
const READY_MS = 300_000;
const RUN_MS = 300_000;
const PICKED_BYTES = 256 * 1024 * 1024;

const SMALL = 'size=64MiB&limit=1&loops=2&interval=0';
const profiles = Object.fromEntries(
  ProfileId.options.filter((id) => id !== 'quick').map((id) => [`profile-${id}`, `profile=${id}&${SMALL}`]),
);
/** Parameters of the page, by the name of the record. Only plans that are a profile's as it is have boards. */
const CHROMIUM: Readonly<Record<string, string>> = {
  quick: 'profile=quick',
  mix: `profile=quick&${SMALL}&dir=read,write,mix`,
  revisit: 'profile=real-world&size=16MiB&limit=1&loops=2&interval=0&revisit=1',
  unlimited: 'profile=quick&size=32MiB&limit=0&dir=write',
  small: 'profile=quick&rows=RND512B-Q1T1,SEQ16M-Q2T1,RND64K-Q64T1&size=64MiB&limit=1',
  zero: `profile=demo&${SMALL}&data=zero&verify=all`,
  ...profiles,
  ...Object.fromEntries(FAMILY_IDS.filter((id) => id !== DEFAULT_FAMILY).map((id) => [`family-${id}`, `family=${id}`])),
};
const FIREFOX: Readonly<Record<string, string>> = {
  quick: 'profile=quick',
  mix: `profile=demo&${SMALL}&dir=read,write,mix`,
  'profile-adm25': `profile=adm25&${SMALL}`,
  'family-stutter': 'family=stutter',
  'family-durability': 'family=durability',
  'family-app-storage': 'family=app-storage',
};
const NODE: Readonly<Record<string, readonly string[]>> = {
  quick: ['--profile', 'quick'],
  direct: ['--profile', 'quick', '--direct'],
  mix: [
    '--profile',
    'peak',
    '--size',
    '64MiB',
    '--limit',
    '1',
    '--loops',
    '2',
    '--interval',
    '0',
    '--directions',
    'read,write,mix',
  ],
  nvme: ['--profile', 'nvme', '--size', '64MiB', '--limit', '1', '--loops', '2', '--interval', '0'],
};

const prefixes = process.argv.slice(2);
const isWanted = (name: string) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));

function keep(name: string, text: string): void {
  writeFileSync(new URL(`../../fixtures/records/${name}.json`, import.meta.url), `${text}\n`);
  console.log(`${name}: ${text.length} bytes`);
}

async function serve(): Promise<{ origin: string; server: ChildProcess | null }> {
  const givenOrigin = process.env['ORIGIN'];
  if (givenOrigin !== undefined) return { origin: givenOrigin, server: null };
  const port = await freePort();
  const env = { ...process.env, PORT: `${port}`, STATE_DIR: mkdtempSync(join(tmpdir(), 'opfsmark-real-')) };
  const server = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const signal = AbortSignal.timeout(READY_MS);
  for await (const chunk of server.stdout) {
    if (String(chunk).includes('ready at')) break;
    signal.throwIfAborted();
  }
  return { origin: `http://localhost:${port}`, server };
}

/** Answers a picker, which a script cannot: with a folder of the browser's own storage, or a file set through CDP. */
async function preparePicker(page: Page, name: string): Promise<void> {
  if (name === 'family-picked-folder') {
    await page.evaluateOnNewDocument(
      `window.showDirectoryPicker = async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('picked', { create: true })`,
    );
  }
}

async function run(page: Page, name: string, file: string): Promise<void> {
  const button = page.locator('button::-p-text(Run)');
  // It writes much, and asks first.
  if (name === 'family-sustained') await page.locator('label::-p-text(I agree)').click();
  if (name !== 'family-picked-file') return button.click();
  const [chooser] = await Promise.all([page.waitForFileChooser(), button.click()]);
  await chooser.accept([file]);
}

async function measure(browser: Browser, origin: string, name: string, search: string, file: string): Promise<string> {
  const page = await browser.newPage();
  try {
    await preparePicker(page, name);
    await page.bringToFront();
    await page.goto(`${origin}/?${search}`);
    await run(page, name, file);
    await page.waitForFunction("['done', 'failed'].includes(window.opfsmark?.status)", { timeout: RUN_MS });
    const [record, error] = (await page.evaluate(
      '[JSON.stringify(window.opfsmark.record), JSON.stringify(window.opfsmark.error ?? null)]',
    )) as [string | undefined, string];
    if (record === undefined) throw new Error(`${name}: ${error}`);
    return record;
  } finally {
    await page.close();
  }
}

async function measureIn(kind: 'chromium' | 'firefox', origin: string, questions: Readonly<Record<string, string>>) {
  const chosenQuestions = Object.entries(questions).filter(([name]) => isWanted(`${kind}-${name}`));
  const executablePath = kind === 'firefox' ? findFirefox() : findChromium();
  if (chosenQuestions.length === 0) return;
  if (executablePath === undefined) throw new Error(`there is no ${kind}`);
  mkdirSync(PROFILES, { recursive: true });
  const folder = mkdtempSync(join(PROFILES, `${kind}-`));
  const file = join(folder, 'picked');
  writeFileSync(file, '');
  truncateSync(file, PICKED_BYTES);
  const browser = await puppeteer.launch({
    browser: kind === 'firefox' ? 'firefox' : 'chrome',
    executablePath,
    userDataDir: join(folder, 'profile'),
    protocolTimeout: RUN_MS + 60_000,
    env: { ...process.env, HOME: folder },
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
    args: kind === 'firefox' ? [] : ['--no-sandbox', '--lang=en-GB'],
  });
  try {
    for (const [name, search] of chosenQuestions)
      keep(`${kind}-${name}`, await measure(browser, origin, name, search, file));
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureFromTerminal(): Promise<void> {
  for (const [name, words] of Object.entries(NODE)) {
    if (!isWanted(`node-${name}`)) continue;
    mkdirSync(PROFILES, { recursive: true });
    const program = join(ROOT, 'wasm-core/cli/opfsmark.mjs');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, 'run', '--dir', PROFILES, ...words, '--json', '-'],
      { maxBuffer: 1 << 26 },
    );
    keep(`node-${name}`, stdout.trim());
  }
}

const { origin, server } = await serve();
try {
  await measureFromTerminal();
  await measureIn('firefox', origin, FIREFOX);
  await measureIn('chromium', origin, CHROMIUM);
} finally {
  server?.kill('SIGTERM');
}
