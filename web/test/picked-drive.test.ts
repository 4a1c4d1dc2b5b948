import { DriveGone, newJournal } from '@opfsmark/schema/capacity';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CapacityTest } from '../src/lib/features/capacity/capacity-test.svelte.ts';
import { PickedDrive } from '../src/lib/features/capacity/worker/picked-drive.ts';

/** A folder whose list holds these names; `null`: it cannot be read. */
const folderOf = (names: readonly string[] | null): FileSystemDirectoryHandle => {
  async function* keys() {
    await Promise.resolve();
    if (names === null) throw new DOMException('', 'UnknownError');
    yield* names;
  }
  const getFileHandle = () => Promise.reject(new DOMException('', 'NotFoundError'));
  return { name: 'own', keys, getFileHandle } as unknown as FileSystemDirectoryHandle;
};

test.each([
  ['a bad place', ['own'], ['data-0'], false],
  ['a list of its files that a false drive has lost', ['lost+found', 'own'], null, false],
  ['a folder that somebody deleted', ['lost+found'], null, true],
  ['a drive that was pulled out', null, null, true],
])('a read that fails tells a drive that is gone from one that lies: %s', async (_, parent, folder, isGone) => {
  const drive = new PickedDrive({ parent: folderOf(parent), folder: folderOf(folder) }, newJournal(1, 'own'));
  const error: unknown = await drive.read('data-0', 0).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof DriveGone).toBe(isGone);
});

describe('while a drive is tested', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** The lock of all tabs, held by another one or free. */
  function stubLock(isHeld: boolean) {
    let held = isHeld;
    const request = (_: string, __: object, work: (lock: object | null) => Promise<void>) => {
      const lock = held ? null : {};
      held = true;
      return work(lock);
    };
    vi.stubGlobal('navigator', { locks: { request } });
  }

  test('no other tab deletes what it writes', async () => {
    stubLock(true);
    const removeEntry = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const capacityTest = new CapacityTest();
    const parent = { name: 'stick', removeEntry } as unknown as FileSystemDirectoryHandle;
    const journal = newJournal(1, 'own');
    capacityTest.kept = { parent, journal: '' };
    capacityTest.journal = journal;
    await capacityTest.giveUp();
    expect(removeEntry).not.toHaveBeenCalled();
    expect([capacityTest.trouble, capacityTest.journal]).toEqual(['busy', journal]);
  });

  test('a second click is not told that another tab is at it', () => {
    stubLock(false);
    const capacityTest = new CapacityTest();
    const never = () => new Promise<never>(() => undefined);
    const parent = { name: 'stick', getDirectoryHandle: never } as unknown as FileSystemDirectoryHandle;
    for (let click = 0; click < 2; click++) void capacityTest.begin(parent, { isQuick: true, limitBytes: null });
    expect(capacityTest.trouble).toBeNull();
  });
});
