import { MEASURED_PREFIX, OPFS_FOLDER, STORES_FOLDER } from '../../../protocol/files.ts';
import { cleanUp, ownFolder } from '../../../worker/tasks.ts';

/** Where each repeat has a store of its own, what tells its name from those of the others. */
let place = '';

/** Databases and caches of a contender are named like this, so that leftovers are found and deleted. */
export const nameOf = (contender: string) => `${MEASURED_PREFIX}${contender}${place}`;

/**
 * From here on this worker sees a folder of its own as the root of the origin private file system. Libraries choose their
 * own places in the root; so nothing of theirs meets another contender or outlives the benchmark's folder.
 */
export async function confineToFolder(contender: string, ofRepeat = ''): Promise<void> {
  place = ofRepeat;
  // A worker that had another place sees that one as its root.
  Reflect.deleteProperty(navigator.storage, 'getDirectory');
  if (typeof navigator.storage.getDirectory !== 'function') return;
  const parent = await ownFolder(STORES_FOLDER);
  const name = `${contender}${place}`;
  folderName = name;
  const folder = await parent.getDirectoryHandle(name, { create: true });
  navigator.storage.getDirectory = () => Promise.resolve(folder);
  removeFolder = () => parent.removeEntry(name, { recursive: true });
}

/** A file of this contender from the real root, for who does not see the folder as its root. */
export const pathOf = (file: string) => `/${OPFS_FOLDER}/${STORES_FOLDER}/${folderName}/${file}`;

let folderName = '';
let removeFolder = (): Promise<void> => Promise.resolve();

/** Deletes the store of one repeat. What somebody still holds goes with everything else when the run ends. */
export async function clearPlace(contender: string): Promise<void> {
  const name = nameOf(contender);
  await cleanUp(
    () => typeof indexedDB !== 'undefined' && indexedDB.deleteDatabase(name),
    () => typeof caches !== 'undefined' && caches.delete(name),
    removeFolder,
  );
}

/** The handles of a worker that was ended may be held a moment longer. */
const PATIENCE_MS = 5000;
const PERIOD_MS = 20;
/** The errors of a handle where another one is open: of Chromium and Firefox, and of WebKit. */
const HELD: ReadonlySet<string> = new Set(['NoModificationAllowedError', 'InvalidStateError']);

/** A library that goes on for a moment, as in a worker of its own, may delete a file that was just listed: its journal. */
const GONE = 'NotFoundError';
const errorName = (error: unknown) => (error instanceof DOMException ? error.name : '');

async function isFree(file: FileSystemFileHandle): Promise<boolean> {
  try {
    (await file.createSyncAccessHandle()).close();
    return true;
  } catch (error) {
    if (errorName(error) === GONE) return true;
    if (HELD.has(errorName(error))) return false;
    throw error;
  }
}

async function bytesOf(file: FileSystemFileHandle): Promise<number> {
  try {
    return (await file.getFile()).size;
  } catch (error) {
    if (errorName(error) === GONE) return 0;
    throw error;
  }
}

async function* filesOf(folder: FileSystemDirectoryHandle): AsyncGenerator<FileSystemFileHandle> {
  for await (const entry of folder.values()) {
    if (entry instanceof FileSystemFileHandle) yield entry;
    else if (entry instanceof FileSystemDirectoryHandle) yield* filesOf(entry);
  }
}

/** The sizes of all files of this contender. */
export async function storedBytes(): Promise<number> {
  let bytes = 0;
  for await (const file of filesOf(await navigator.storage.getDirectory())) bytes += await bytesOf(file);
  return bytes;
}

/**
 * Resolves when nobody holds a file of this contender any more. A library that meets a file that is held may give up its
 * store, so it is not the one to try.
 */
export async function waitForHandles(): Promise<void> {
  if (typeof FileSystemSyncAccessHandle === 'undefined') return;
  const giveUpAtMs = performance.now() + PATIENCE_MS;
  const wait = async (file: FileSystemFileHandle) => {
    while (!(await isFree(file)) && performance.now() < giveUpAtMs) {
      await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
    }
  };
  // One after another, a thousand files would take seconds.
  const waits: Promise<void>[] = [];
  for await (const file of filesOf(await navigator.storage.getDirectory())) waits.push(wait(file));
  await Promise.all(waits);
}
