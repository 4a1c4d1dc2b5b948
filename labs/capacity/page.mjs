/** The page `/capacity` in a whole headless Chromium with a folder that is picked, as a person meets it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { withMemoryLimit } from '../../e2e/support/lib/memory-limit.mjs';
import { chromiumOptions } from '../lib/browser.mjs';

/** What the browser and its page cache may take: to clear what was written from memory then takes seconds. */
const MEMORY_BYTES = 1536 * 2 ** 20;
const TEST_MS = 1_800_000;

/**
 * No script answers the picker of a browser. A folder that is dropped gives the same handle, and the permission to write into it
 * is one that this profile has given before.
 */
function givePermission(profile, origin, folder) {
  const permitted = { path: folder, 'display-name': 'drive', 'is-directory': true, writable: true, readable: true };
  const exceptions = {
    file_system_access_extended_permission: { [`${origin},*`]: { setting: 1 } },
    file_system_access_chooser_data: { [`${origin},*`]: { setting: { 'chosen-objects': [permitted] } } },
  };
  mkdirSync(join(profile, 'Default'), { recursive: true });
  const preferences = { profile: { content_settings: { exceptions } } };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
}

/** In the page: whoever asks for a folder gets the one that is dropped, and what is kept of the test can be told. A busy machine is not what is tested. */
function pickWhatIsDropped() {
  Reflect.deleteProperty(globalThis, 'PressureObserver');
  const { promise, resolve } = Promise.withResolvers();
  for (const type of ['dragenter', 'dragover'])
    globalThis.document.addEventListener(type, (event) => event.preventDefault());
  globalThis.document.addEventListener('drop', (event) => {
    event.preventDefault();
    resolve(event.dataTransfer.items[0].getAsFileSystemHandle());
  });
  globalThis.showDirectoryPicker = () => promise;
  const { put } = globalThis.IDBObjectStore.prototype;
  globalThis.IDBObjectStore.prototype.put = function (value, ...key) {
    globalThis.lastJournal = value.journal;
    return put.call(this, value, ...key);
  };
}

async function drop(page, folder) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await session.send('Input.dispatchDragEvent', { type, x: 9, y: 9, data });
}

/**
 * Calls `use` with the page, on which a click on its button picks `folder`.
 * @template T
 * @param {{ origin: string, profile: string, folder: string, options?: import('@playwright/test').BrowserContextOptions }} site
 * @param {(page: import('@playwright/test').Page) => Promise<T>} use
 * @returns {Promise<T>}
 */
export function withCapacityPage({ origin, profile, folder, options = {} }, use) {
  givePermission(profile, origin, folder);
  return withMemoryLimit(MEMORY_BYTES, async (limit) => {
    const context = await chromium.launchPersistentContext(profile, { ...chromiumOptions(), ...options });
    try {
      limit(profile);
      const page = context.pages()[0] ?? (await context.newPage());
      await page.addInitScript(pickWhatIsDropped);
      await page.goto(`${origin}/capacity`);
      await page.locator('html[data-alive]').waitFor({ state: 'attached' });
      await drop(page, folder);
      return await use(page);
    } finally {
      await context.close();
    }
  });
}

const UNITS = { MB: 1e6, GB: 1e9 };
function bytesOf(text) {
  const [, amount, unit] = /^([\d.]+) ([MG]B)$/.exec(text ?? '') ?? [];
  return unit === undefined ? null : Number(amount) * UNITS[unit];
}

/**
 * What the page says of the drive, in the form of a verdict, and how long that took.
 * @param {import('@playwright/test').Page} page
 * @param {{ isQuick: boolean }} choice
 */
export async function judgeByPage(page, { isQuick }) {
  const before = performance.now();
  await page.getByLabel(isQuick ? 'Quick: read some places' : 'Whole: read everything').check();
  await page.getByLabel('This is not the drive that my system').check();
  await page.getByRole('button', { name: 'Pick a folder and test' }).click();
  const finished = page.getByRole('button', { name: /^(?:Test another drive|Read everything now|Go on)$/ });
  await finished.waitFor({ timeout: TEST_MS });
  const seconds = (performance.now() - before) / 1e3;
  const verdict = page.locator('[data-kind]');
  // It ended before there was anything to judge.
  if ((await verdict.count()) === 0) throw new Error(await page.locator('main').innerText());
  const cells = await page
    .locator('main table')
    .first()
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent.trim())));
  const rows = Object.fromEntries(cells);
  return {
    kind: await verdict.getAttribute('data-kind'),
    said: (await verdict.textContent())?.trim() ?? '',
    isQuick,
    periodBytes: bytesOf(rows['Begins again after']),
    realBytes: bytesOf(rows['Real size, of what was tested']),
    blocks: { changed: Math.round((bytesOf(rows['Changed']) ?? 0) / 2 ** 20) },
    seconds,
    journal: await page.evaluate(() => globalThis.lastJournal),
    rows: { ...rows, trouble: (await page.getByRole('alert').allTextContents()).join(' ') },
  };
}

/**
 * Pictures of a page as phones and computers show it, in light and dark.
 * @param {import('@playwright/test').Page} page
 * @param {string} start of their names
 */
export async function takePictures(page, start) {
  for (const [width, height] of [
    [360, 740],
    [390, 844],
    [1440, 900],
  ]) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${start}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}
