/** Whether several contexts may have a handle of one file at once. */
export const sharesHandles = (): boolean =>
  typeof FileSystemSyncAccessHandle !== 'undefined' && 'mode' in FileSystemSyncAccessHandle.prototype;

/** Sync access handles that this worker has opened: a library may leave some open, which keep the next one from their folder. */
export class OpenedHandles {
  readonly #handles = new Set<FileSystemSyncAccessHandle>();

  /** From here on all are noticed. */
  constructor() {
    if (typeof FileSystemSyncAccessHandle === 'undefined') return;
    const handles = this.#handles;
    const { prototype } = FileSystemFileHandle;
    const { createSyncAccessHandle } = prototype;
    prototype.createSyncAccessHandle = async function (...options) {
      const handle = await createSyncAccessHandle.apply(this, options);
      handles.add(handle);
      return handle;
    };
  }

  /** Those that are closed already stay so. */
  closeAll(): void {
    for (const handle of this.#handles) handle.close();
    this.#handles.clear();
  }
}
