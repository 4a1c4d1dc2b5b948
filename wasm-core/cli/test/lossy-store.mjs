/** A store that answers each put, and writes all of them when it is closed: it loses them when its worker is ended. */
export function openStore(name) {
  let handle;
  let rows;
  return {
    async open() {
      const folder = await navigator.storage.getDirectory();
      const file = await folder.getFileHandle(name.replaceAll('/', '-'), { create: true });
      handle = await file.createSyncAccessHandle();
      const bytes = new Uint8Array(handle.getSize());
      handle.read(bytes, { at: 0 });
      rows = new Map(JSON.parse(new TextDecoder().decode(bytes) || '[]'));
    },
    put: (key, value) => void rows.set(key, Array.from(value)),
    get: (key) => (rows.has(key) ? Uint8Array.from(rows.get(key)) : null),
    flush: () => undefined,
    close() {
      handle.truncate(0);
      handle.write(new TextEncoder().encode(JSON.stringify([...rows])), { at: 0 });
      handle.close();
    },
  };
}
