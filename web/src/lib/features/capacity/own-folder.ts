const NAME = 'opfsmark-capacity';
const MAX_NAMES = 100;

/** A folder that nobody else has made, inside the picked one. */
export async function makeOwnFolder(parent: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle> {
  for (let number = 1; number < MAX_NAMES; number++) {
    const name = number === 1 ? NAME : `${NAME}-${number}`;
    if (!(await isTaken(parent, name))) return parent.getDirectoryHandle(name, { create: true });
  }
  throw new Error(`${MAX_NAMES} folders are named ${NAME}`);
}

async function isTaken(parent: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await parent.getDirectoryHandle(name);
    return true;
  } catch (error) {
    // A file of this name.
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return true;
    if (error instanceof DOMException && error.name === 'NotFoundError') return false;
    throw error;
  }
}
