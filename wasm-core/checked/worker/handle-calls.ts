/** Counts the reads and writes of all synchronous access handles of this worker. */
let count = 0;
const handle = FileSystemSyncAccessHandle.prototype;
const { read, write } = handle;

handle.read = function (...parameters) {
  count++;
  return read.apply(this, parameters);
};
handle.write = function (...parameters) {
  count++;
  return write.apply(this, parameters);
};

export const handleCalls = () => count;
