import counted from './c-programs.json' with { type: 'json' };

/** One C program natively, on WasmFS with OPFS, and on IDBFS: see `npm run wasmfs -w labs`. */
export interface CPrograms {
  readonly browser: string;
  readonly version: string;
  readonly os: string;
  readonly date: string;
  readonly emscripten: string;
  readonly machine: string;
  readonly method: string;
  readonly counts: readonly {
    readonly name: 'native' | 'wasmfs' | 'idbfs';
    readonly steps: readonly {
      readonly step: 'small' | 'large' | 'fsync' | 'create' | 'list' | 'unlink';
      readonly ops: number;
      /** Of one call. */
      readonly ns: number;
      /** Of FS.syncfs() after all of them; nothing elsewhere. */
      readonly keep_ns: number;
    }[];
    /** Bytes of a synced file after the browser was killed; -1: no file; `null`: it is native. */
    readonly left_bytes: number | null;
    readonly synced_bytes: number;
  }[];
}

export const C_PROGRAMS = counted as unknown as CPrograms;
