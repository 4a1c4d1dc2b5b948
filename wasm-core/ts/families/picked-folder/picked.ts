import type { Engine } from '@opfsmark/schema/documents';

/** What a person has picked: a folder that may be written, or a file that is only read. */
export type Picked = FileSystemDirectoryHandle | File;

export function isFolder(picked: Picked): picked is FileSystemDirectoryHandle {
  return 'kind' in picked;
}

export function engineOf(picked: Picked): Engine {
  return isFolder(picked) ? 'picked-folder' : 'picked-file';
}
