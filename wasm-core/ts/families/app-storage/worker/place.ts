import { MEASURED_PREFIX } from '../../../protocol/files.ts';
import { ownFolder } from '../../../worker/tasks.ts';

/** Databases and caches of a contender are named like this, so that leftovers are found and deleted. */
export const nameOf = (contender: string) => `${MEASURED_PREFIX}${contender}`;

/**
 * From here on this worker sees a folder of its own as the root of the origin private file system. Libraries choose their
 * own places in the root; so nothing of theirs meets another contender or outlives the benchmark's folder.
 */
export async function confineToFolder(contender: string): Promise<void> {
  if (typeof navigator.storage.getDirectory !== 'function') return;
  const folder = await (await ownFolder('app-storage')).getDirectoryHandle(contender, { create: true });
  navigator.storage.getDirectory = () => Promise.resolve(folder);
}

/** The handles of a worker that was ended may be held a moment longer. */
const PATIENCE_MS = 5000;
const PERIOD_MS = 20;

async function isFree(file: FileSystemFileHandle): Promise<boolean> {
  try {
    (await file.createSyncAccessHandle()).close();
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NoModificationAllowedError') return false;
    throw error;
  }
}

async function* filesOf(folder: FileSystemDirectoryHandle): AsyncGenerator<FileSystemFileHandle> {
  for await (const entry of folder.values()) {
    if (entry instanceof FileSystemFileHandle) yield entry;
    else if (entry instanceof FileSystemDirectoryHandle) yield* filesOf(entry);
  }
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
