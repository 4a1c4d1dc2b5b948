/** Whether a drive is what it says: a folder of the browser's own storage stands for one, because no script answers a picker. */
import { newJournal, writeJournal, type Journal } from '@opfsmark/schema/capacity';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { visit } from '../support/lib/visit.ts';

const MIB = 2 ** 20;
const BLOCKS = 6;

async function pickOwnFolder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let picks = 0;
    const pick = async () => {
      Object.assign(window, { picks: ++picks });
      return (await navigator.storage.getDirectory()).getDirectoryHandle('picked', { create: true });
    };
    Object.assign(window, { showDirectoryPicker: pick });
  });
}

/** The names in the picked folder; they are deleted. */
function leftIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const name of (await root.getDirectoryHandle('picked')).keys()) names.push(name);
    await root.removeEntry('picked', { recursive: true });
    return names;
  });
}

test('a picked folder is filled, read back and left as it was, and too little is no verdict', async ({ page }) => {
  await pickOwnFolder(page);
  await visit(page, '/capacity?size=8MiB');
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const picked = await root.getDirectoryHandle('picked', { create: true });
    // A folder of this name is somebody else's.
    for (const name of ['mine', 'opfsmark-capacity']) await picked.getDirectoryHandle(name, { create: true });
  });
  const begin = page.getByRole('button', { name: 'Pick a folder and test' });
  await expect(begin).toBeDisabled();
  await page.getByLabel('This is not the drive that my system').check();
  await page.getByLabel('Whole: read everything').check();
  await begin.click();
  await expect(page.locator('[data-kind=too_little]')).toContainText(
    '8.4 MB were tested, and less than 101 MB say nothing',
  );
  await expect(page.getByRole('button', { name: 'Test another drive' })).toBeVisible();
  expect((await leftIn(page)).toSorted()).toEqual(['mine', 'opfsmark-capacity']);
});

/** As a tab leaves it that was closed while it read: files that hold nothing of what was written. */
async function leaveTest(page: Page, journal: Journal): Promise<void> {
  await page.evaluate(
    async ({ text, folder, bytes }) => {
      const root = await navigator.storage.getDirectory();
      const parent = await root.getDirectoryHandle('picked', { create: true });
      const own = await parent.getDirectoryHandle(folder, { create: true });
      const file = await (await own.getFileHandle('data-0', { create: true })).createWritable();
      await file.write(new Uint8Array(bytes));
      await file.close();
      const opening = indexedDB.open('opfsmark-capacity', 1);
      opening.onupgradeneeded = () => void opening.result.createObjectStore('tests');
      await new Promise((resolve) => (opening.onsuccess = resolve));
      const change = opening.result.transaction('tests', 'readwrite');
      change.objectStore('tests').put({ parent, journal: text }, 'begun');
      await new Promise((resolve) => (change.oncomplete = resolve));
      opening.result.close();
    },
    { text: writeJournal(journal), folder: journal.folder, bytes: BLOCKS * MIB },
  );
}

test('a test that a closed tab has begun goes on, tells a drive that loses data, and leaves nothing', async ({
  page,
}) => {
  await visit(page, '/privacy');
  const journal: Journal = {
    ...newJournal(7, 'opfsmark-capacity'),
    phase: 'read',
    filled: 'full',
    files: [{ name: 'data-0', written: BLOCKS, reserved: 0, ms: 100 }],
    states: Array.from({ length: BLOCKS }, () => 'w' as const),
  };
  await leaveTest(page, journal);
  await visit(page, '/capacity');
  await expect(page.getByText('A test of “picked” was begun: 6.3 MB were written.')).toBeVisible();
  await test.step('a drive that is not there is told, and the test goes on when it is back', async () => {
    await leftIn(page);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByRole('alert')).toContainText('The drive is gone.');
    await leaveTest(page, journal);
  });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.locator('[data-kind=damaged]')).toContainText('6.3 MB of 6.3 MB came back different');
  await expect(page.getByRole('img', { name: /^Map of what was tested.*: lost$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Test another drive' }).click();
  await expect(page.getByRole('button', { name: 'Pick a folder and test' })).toBeVisible();
  expect(await leftIn(page)).toEqual([]);
});

test('what stands in the way is told, and nothing is left behind', async ({ page }) => {
  await pickOwnFolder(page);
  await page.addInitScript(() => {
    const battery = Object.assign(new EventTarget(), { charging: false, level: 0.05 });
    class PressureObserver {
      #tell: (records: readonly { state: string }[]) => void;
      constructor(tell: (records: readonly { state: string }[]) => void) {
        this.#tell = tell;
      }
      observe(): Promise<void> {
        // Three minutes of it.
        const records = Array.from({ length: 90 }, () => ({ state: 'critical' }));
        if (battery.level === 1) setTimeout(() => this.#tell(records), 0);
        return Promise.resolve();
      }
      disconnect(): void {
        this.#tell = () => undefined;
      }
    }
    Object.assign(navigator, { getBattery: () => Promise.resolve(battery) });
    Object.assign(window, { battery, PressureObserver });
  });
  await visit(page, '/capacity?size=1GiB');
  await page.getByLabel('This is not the drive that my system').check();
  const begin = page.getByRole('button', { name: /^(?:Pick a folder and test|Test “picked”)$/ });
  await test.step('another tab', async () => {
    await page.evaluate(() => {
      const held = new Promise<void>((resolve) => Object.assign(window, { letGo: resolve }));
      void navigator.locks.request('opfsmark-capacity', () => held);
    });
    await begin.click();
    await expect(page.getByRole('alert')).toContainText('Another tab tests a drive now.');
    await page.evaluate(() => (window as unknown as { letGo(): void }).letGo());
  });
  await test.step('a folder that cannot be written', async () => {
    await page.evaluate(() => {
      const { getDirectoryHandle } = FileSystemDirectoryHandle.prototype;
      Object.assign(window, { getDirectoryHandle });
      FileSystemDirectoryHandle.prototype.getDirectoryHandle = function (name, options) {
        if (options?.create) throw new DOMException('read-only', 'NoModificationAllowedError');
        return getDirectoryHandle.call(this, name);
      };
    });
    await begin.click();
    await expect(page.getByRole('alert')).toContainText('Nothing can be written into this folder.');
    await page.evaluate(() =>
      Object.assign(FileSystemDirectoryHandle.prototype, { getDirectoryHandle: window['getDirectoryHandle' as never] }),
    );
  });
  await test.step('an empty battery', async () => {
    await begin.click();
    await expect(page.getByRole('alert')).toContainText('The battery is nearly empty');
  });
  await test.step('heat', async () => {
    await page.evaluate(() => Object.assign((window as unknown as { battery: object }).battery, { level: 1 }));
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByRole('alert')).toContainText('The computer is too hot or too busy');
    await page.getByRole('button', { name: 'Delete what was written' }).click();
    await expect(begin).toBeVisible();
  });
  expect(await leftIn(page)).toEqual([]);
});

test('one pick on the first page is for both questions of a drive', async ({ page }) => {
  await pickOwnFolder(page);
  await visit(page, '/');
  const tiles = page.getByRole('navigation', { name: 'A stick or card' });
  await tiles.getByRole('link', { name: 'Is it what it says?' }).click();
  await expect(page.getByRole('button', { name: 'Test “picked”' })).toBeVisible();
  await page.getByRole('link', { name: 'How fast is it?' }).click();
  await expect(page.getByText('In the folder “picked”.')).toBeVisible();
  expect(await page.evaluate(() => (window as { picks?: number }).picks)).toBe(1);
});

test('a browser that cannot pick folders says so, and what it can do instead', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'));
  await visit(page, '/capacity');
  await expect(page.getByText('This browser cannot write into a folder that you pick.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Measure how fast it reads' })).toHaveAttribute(
    'href',
    '/?family=picked-file',
  );
});
