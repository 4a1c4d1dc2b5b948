import { DriveGone, type Journal, newJournal, writeJournal } from '@opfsmark/schema/capacity';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CapacityTest } from '../src/lib/features/capacity/capacity-test.svelte.ts';
import { PickedDrive } from '../src/lib/features/capacity/worker/picked-drive.ts';
import { answered } from './indexed-db.ts';

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

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('while a drive is tested', () => {
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

test.each<[string, Journal['states'], kept: boolean]>([
  ['all of them came from the drive', ['i', 'i'], false],
  ['some are left to read', ['i', 'u'], true],
])('what was written goes when its blocks are read, not before: %s', async (_, lastStates, isKept) => {
  const states: Journal['states'] = [...new Array<'i'>(200).fill('i'), ...lastStates];
  const files = [{ name: 'data-0', written: states.length, reserved: 0, ms: 1 }];
  const begun: Journal = { ...newJournal(1, 'own', { isQuick: true }), filled: 'full', files, states };
  const journal = writeJournal({ ...begun, phase: 'done' });
  // A worker that is done as soon as it is asked.
  class DoneWorker extends EventTarget {
    postMessage() {
      this.dispatchEvent(new MessageEvent('message', { data: { kind: 'ended', ending: 'done', journal } }));
    }
    terminate = vi.fn<() => void>();
  }
  vi.stubGlobal('Worker', DoneWorker);
  const request = (_name: string, _options: object, work: (lock: object) => Promise<void>) => work({});
  vi.stubGlobal('navigator', { locks: { request } });
  const removeEntry = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const getDirectoryHandle = () => Promise.resolve({ name: 'own' });
  const capacityTest = new CapacityTest();
  capacityTest.kept = {
    parent: { name: 'stick', getDirectoryHandle, removeEntry } as unknown as FileSystemDirectoryHandle,
    journal: '',
  };
  capacityTest.journal = begun;
  await capacityTest.goOn();
  expect(capacityTest.state).toEqual({ kind: 'ended', ending: 'done' });
  expect(capacityTest.canStillBeRead).toBe(isKept);
  expect(removeEntry).toHaveBeenCalledTimes(isKept ? 0 : 1);
});

describe('of a test that was begun, in two tabs', () => {
  const files = [{ name: 'data-0', written: 1, reserved: 0, ms: 1 }];
  const older = newJournal(1, 'own');
  const newer: Journal = { ...older, files, states: ['w'] };
  const removed: string[] = [];
  const stick = (name: string) =>
    ({
      name,
      getDirectoryHandle: (folder: string) => Promise.resolve({ name: folder }),
      removeEntry: (folder: string) => Promise.resolve(void removed.push(`${name}/${folder}`)),
    }) as unknown as FileSystemDirectoryHandle;
  /** What this browser keeps of it. */
  let kept: { parent: FileSystemDirectoryHandle; journal: string } | undefined;
  /** With what a worker was begun. */
  let begun: string[] = [];

  beforeEach(() => {
    [kept, begun] = [undefined, []];
    removed.length = 0;
    const objectStore = () => ({
      get: () => answered(kept),
      put: (test: typeof kept) => answered(void (kept = test)),
      delete: () => answered(void (kept = undefined)),
    });
    const database = { transaction: () => ({ objectStore }), close: () => undefined };
    vi.stubGlobal('indexedDB', { open: () => answered(database) });
    const request = (_name: string, _options: object, work: (lock: object) => Promise<void>) => work({});
    vi.stubGlobal('navigator', { locks: { request } });
    class StoppedWorker extends EventTarget {
      postMessage({ journal }: { journal: string }) {
        begun.push(journal);
        this.dispatchEvent(new MessageEvent('message', { data: { kind: 'ended', ending: 'stopped', journal } }));
      }
      terminate = vi.fn<() => void>();
    }
    vi.stubGlobal('Worker', StoppedWorker);
  });

  async function openTab(journal: Journal, name = 'stick'): Promise<CapacityTest> {
    kept = { parent: stick(name), journal: writeJournal(journal) };
    const tab = new CapacityTest();
    await tab.readKept();
    return tab;
  }

  test('each goes on where the other one has stopped, and calls nothing lost that was written there', async () => {
    const tab = await openTab(older);
    kept = { parent: stick('stick'), journal: writeJournal(newer) };
    await tab.goOn();
    expect(begun).toEqual([writeJournal(newer)]);
  });

  test('one that was ended in the other is none any more', async () => {
    const tab = await openTab(older);
    kept = undefined;
    await tab.goOn();
    expect([begun, kept, tab.state.kind, tab.kept, tab.journal]).toEqual([[], undefined, 'idle', null, null]);
  });

  test('nothing else is begun before somebody has ended it, and then its own drive is cleaned', async () => {
    const tab = new CapacityTest();
    kept = { parent: stick('stick'), journal: writeJournal(newer) };
    await tab.begin(stick('other'), { isQuick: true, limitBytes: null });
    expect([begun, tab.name]).toEqual([[], 'stick']);
    await tab.giveUp();
    expect(removed).toEqual(['stick/own']);
  });

  test('whoever gives up an earlier one does not forget the one that was begun since', async () => {
    const tab = await openTab(older);
    kept = { parent: stick('other'), journal: writeJournal(newJournal(2, 'own')) };
    await tab.giveUp();
    expect(removed).toEqual(['stick/own']);
    expect(kept).toBeDefined();
  });
});
