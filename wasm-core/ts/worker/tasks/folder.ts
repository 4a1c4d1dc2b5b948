import { OPFS_FOLDER } from '../../protocol/files.ts';

/** A folder inside the benchmark's own, which is deleted with it. */
export async function ownFolder(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const all = await root.getDirectoryHandle(OPFS_FOLDER, { create: true });
  return all.getDirectoryHandle(name, { create: true });
}
