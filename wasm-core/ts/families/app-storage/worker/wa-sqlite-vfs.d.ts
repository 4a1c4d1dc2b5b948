/** Examples that the package ships and does not describe. */
declare module '@journeyapps/wa-sqlite/src/examples/OPFSCoopSyncVFS.js' {
  export class OPFSCoopSyncVFS {
    static create(name: string, module: unknown): Promise<SQLiteVFS>;
    jUnlock(fileId: number, lockType: number): number;
  }
}
declare module '@journeyapps/wa-sqlite/src/examples/OPFSWriteAheadVFS.js' {
  export const OPFSWriteAheadVFS: { create(name: string, module: unknown): Promise<SQLiteVFS> };
}
declare module '@journeyapps/wa-sqlite/src/examples/OPFSAdaptiveVFS.js' {
  export const OPFSAdaptiveVFS: { create(name: string, module: unknown): Promise<SQLiteVFS> };
}
declare module '@journeyapps/wa-sqlite/src/examples/OPFSAnyContextVFS.js' {
  export const OPFSAnyContextVFS: { create(name: string, module: unknown): Promise<SQLiteVFS> };
}
declare module '@journeyapps/wa-sqlite/src/examples/IDBMirrorVFS.js' {
  export const IDBMirrorVFS: { create(name: string, module: unknown): Promise<SQLiteVFS> };
}
declare module '@journeyapps/wa-sqlite/dist/wa-sqlite-jspi.mjs' {
  export default function createModule(): Promise<unknown>;
}
declare module '@journeyapps/wa-sqlite/src/examples/AccessHandlePoolVFS.js' {
  export const AccessHandlePoolVFS: { create(name: string, module: unknown): Promise<SQLiteVFS> };
}
/** The package describes one of years ago. */
declare module '@journeyapps/wa-sqlite/src/examples/IDBBatchAtomicVFS.js' {
  export namespace IDBBatchAtomicVFS {
    function create(name: string, module: unknown): Promise<SQLiteVFS>;
  }
}
