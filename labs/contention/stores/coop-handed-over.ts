import createModule from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs';
import { OPFSCoopSyncVFS } from '@journeyapps/wa-sqlite/src/examples/OPFSCoopSyncVFS.js';
import { WaSqliteStore } from '../../../wasm-core/ts/families/app-storage/worker/wa-sqlite.ts';

interface OpenFile {
  readonly persistentFile: {
    isFileLocked: boolean;
    isLockBusy: boolean;
    isHandleRequested: boolean;
    handleLockReleaser: (() => void) | null;
  };
}

const NO_LOCK = 0;
const OK = 0;

/**
 * As the package has it, `jUnlock` gives the handle away as soon as another context has asked for it. A statement whose
 * schema has changed unlocks and locks again within one call: the second lock then finds the handle gone, the call fails as
 * busy, and the request that it has left behind takes the handle back when nobody uses it. That context never unlocks again,
 * and all others wait for ever. Here the handle goes when the call has returned, and only if nothing has locked since.
 */
class HandedOverVFS extends OPFSCoopSyncVFS {
  declare readonly mapIdToFile: Map<number, OpenFile>;

  override jUnlock(fileId: number, lockType: number): number {
    const file = this.mapIdToFile.get(fileId)?.persistentFile;
    if (lockType !== NO_LOCK || !file || file.isLockBusy || !file.isHandleRequested) {
      return super.jUnlock(fileId, lockType);
    }
    file.isFileLocked = false;
    setTimeout(() => {
      const isOurs = this.mapIdToFile.get(fileId)?.persistentFile === file && file.handleLockReleaser !== null;
      if (isOurs && !file.isFileLocked && file.isHandleRequested) super.jUnlock(fileId, lockType);
    });
    return OK;
  }

  /** The package's `create` makes an object of its own class. */
  static async createHandedOver(name: string, module: unknown): Promise<SQLiteVFS> {
    const vfs = await OPFSCoopSyncVFS.create(name, module);
    return Object.setPrototypeOf(vfs, HandedOverVFS.prototype) as SQLiteVFS;
  }
}

/** The store of the contender `coop` on that file system. */
export async function openStore() {
  const module: unknown = await createModule();
  const vfs = await HandedOverVFS.createHandedOver('coop', module);
  const store = await WaSqliteStore.openOn(module, vfs, 'coop.db');
  return {
    open: () => undefined,
    put: (key: number, value: Uint8Array<ArrayBuffer>) => store.putMany([{ key, value }]),
    putMany: (rows: Parameters<typeof store.putMany>[0]) => store.putMany(rows),
    hold: (rows: Parameters<typeof store.putMany>[0], ms: number) => store.hold(rows, ms),
    get: (key: number) => store.get(key),
    range: (first: number, last: number) => store.range(first, last),
    delete: (key: number) => store.deleteMany([key]),
    /** Each commit has synced. */
    flush: () => undefined,
    close: () => store.close(),
  };
}
