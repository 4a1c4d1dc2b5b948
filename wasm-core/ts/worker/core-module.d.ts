/** The module that Emscripten makes of src/abi.cc and js/storage.lib.js. */
declare module '*/dist/core.mjs' {
  export interface CoreHost {
    /** Whose handle the imports use. */
    readonly storage: { readonly handle: FileSystemSyncAccessHandle | null };
    /** The number of the error that an exception stands for (abi.ts), negative. */
    failed(error: unknown): number;
    /** Returns after this time at the latest, a little over it. */
    sleep(ms: number): void;
    /** Returns when the timed window begins. */
    begin(): void;
    /** Called about every 10 ms of a window; true: leave it. */
    poll(): boolean;
    /** Called before each call of a claimed share: the next visit that no worker has. */
    claim(): number;
    /** Around the wait for a call that is due: one worker at a time. */
    lock(): void;
    unlock(): void;
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object;
    onAbort(reason: unknown): void;
  }
  export interface CoreModule {
    _opfsmark_job(): number;
    _opfsmark_run(): void;
  }
  export default function createCore(host: CoreHost): Promise<CoreModule>;
}
/** Vite: the text of a file. For the test that compares both sides of the ABI. */
declare module '*.h?raw' {
  const text: string;
  export default text;
}
