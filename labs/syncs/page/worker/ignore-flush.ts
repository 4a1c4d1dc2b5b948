/** Handles that answer a flush and ignore it. */
FileSystemSyncAccessHandle.prototype.flush = () => undefined;
