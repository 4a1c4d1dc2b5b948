import { DriveGone, newJournal } from '@opfsmark/schema/capacity';
import { expect, test } from 'vitest';
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
