import { BLOB_KEY, type AppStore, type Item } from '../../../../stores/store.ts';
import type { Adapter, Stores } from '../adapter.ts';

/** A row has its place in the file by its key: a word that says whether it is there, then the value. */
const HEAD_BYTES = 8;
/** As in `ROW_BYTES`, whose module is larger than this one. */
const SLOT_BYTES = HEAD_BYTES + 1024;

async function openHandle(name: string): Promise<FileSystemSyncAccessHandle> {
  const root = await navigator.storage.getDirectory();
  return (await root.getFileHandle(name, { create: true })).createSyncAccessHandle();
}

function expectMoved(bytes: number, total: number): void {
  if (bytes !== total) throw new DOMException(`only ${bytes} of ${total} bytes were moved`, 'QuotaExceededError');
}

/** Rows in one file, large values in another, both overwritten in place. */
class SyncHandleStore implements AppStore {
  readonly #rows: FileSystemSyncAccessHandle;
  readonly #blob: FileSystemSyncAccessHandle;
  readonly #isFlushed: boolean;
  readonly #slot = new Uint8Array(SLOT_BYTES);
  readonly #emptyHead = new Uint8Array(HEAD_BYTES);

  constructor(rows: FileSystemSyncAccessHandle, blob: FileSystemSyncAccessHandle, isFlushed: boolean) {
    this.#rows = rows;
    this.#blob = blob;
    this.#isFlushed = isFlushed;
  }

  putMany(items: readonly Item[]): void {
    for (const item of items) this.#put(item);
    if (!this.#isFlushed) return;
    if (items.some(({ key }) => key !== BLOB_KEY)) this.#rows.flush();
    if (items.some(({ key }) => key === BLOB_KEY)) this.#blob.flush();
  }

  get(key: number): Uint8Array | null {
    if (key === BLOB_KEY) return this.#readBlob();
    const readBytes = this.#rows.read(this.#slot, { at: key * SLOT_BYTES });
    return readBytes === SLOT_BYTES && this.#slot[0] === 1 ? this.#slot.slice(HEAD_BYTES) : null;
  }

  range(first: number, last: number): Uint8Array[] {
    const end = Math.min((last + 1) * SLOT_BYTES, this.#rows.getSize());
    const bytes = new Uint8Array(Math.max(0, end - first * SLOT_BYTES));
    expectMoved(this.#rows.read(bytes, { at: first * SLOT_BYTES }), bytes.length);
    const values: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += SLOT_BYTES) {
      if (bytes[at] === 1) values.push(bytes.subarray(at + HEAD_BYTES, at + SLOT_BYTES));
    }
    return values;
  }

  deleteMany(keys: readonly number[]): void {
    for (const key of keys) {
      if (key === BLOB_KEY) this.#blob.truncate(0);
      else expectMoved(this.#rows.write(this.#emptyHead, { at: key * SLOT_BYTES }), HEAD_BYTES);
    }
    if (this.#isFlushed) this.flush();
  }

  flush(): void {
    this.#rows.flush();
    this.#blob.flush();
  }

  close(): void {
    this.#rows.close();
    this.#blob.close();
  }

  #put({ key, value }: Item): void {
    if (key === BLOB_KEY) {
      expectMoved(this.#blob.write(value, { at: 0 }), value.length);
      return;
    }
    this.#slot.fill(0, 0, HEAD_BYTES);
    this.#slot[0] = 1;
    this.#slot.set(value, HEAD_BYTES);
    expectMoved(this.#rows.write(this.#slot, { at: key * SLOT_BYTES }), SLOT_BYTES);
  }

  #readBlob(): Uint8Array | null {
    const bytes = new Uint8Array(this.#blob.getSize());
    expectMoved(this.#blob.read(bytes, { at: 0 }), bytes.length);
    return bytes.length === 0 ? null : bytes;
  }
}

/** The means of a page by itself: durable after a flush, and half done if it is interrupted. */
function syncHandle(isFlushed: boolean): Adapter {
  return {
    open: async () => new SyncHandleStore(await openHandle('rows'), await openHandle('blob'), isFlushed),
  };
}

export const stores: Stores = { 'opfs-sync': syncHandle(true), 'opfs-sync-unflushed': syncHandle(false) };
