/** One browser as it was measured, with a fresh profile each time. */
export interface MeasuredBrowser {
  /** By which the lab starts it: `c131`, `firefox`; `#2` behind it is a twin, the same once more. */
  readonly name: string;
  readonly family: 'chromium' | 'firefox' | null;
  readonly version: string;
  /** Chromium without the windows and services of a browser. */
  readonly shell: boolean;
  /** Where the build comes from, and the hash of what was started. */
  readonly build: string;
  readonly sha256: string;
  /** The database behind IndexedDB, told from the files of its profile. */
  readonly idb_engine: 'leveldb' | 'sqlite' | null;
  readonly isolated: boolean;
  /** Parts that it cannot run, and what it said. */
  readonly missing: Readonly<Record<string, string>>;
  readonly failures: readonly { readonly block: number; readonly failure: string }[];
  /** By figure; two of each round, the second in the reverse of its order; `null` where there is none. */
  readonly samples: Readonly<Record<string, readonly (number | null)[]>>;
}

/** All browsers of one sweep on one machine. */
export interface BrowserMeasurements {
  readonly date: string;
  readonly minutes: number;
  readonly rounds: number;
  /** Why it ended. */
  readonly end: 'time' | 'narrow' | 'rounds';
  readonly command: string;
  readonly core: string;
  /** Changes that are found where there are none: the releases of every round were shuffled, and asked again. */
  readonly false_alarms: { readonly found: number; readonly tried: number };
  readonly machine: {
    readonly cpu: string;
    readonly cpus: number;
    readonly memory_bytes: number;
    readonly system: string;
    readonly filesystem: string;
  };
  readonly browsers: readonly MeasuredBrowser[];
}
