/** Whose work a figure is of. */
export type BrowserFigureGroup = 'indexeddb' | 'opfs' | 'cache' | 'sqlite' | 'browser' | 'control';

/** One figure of a browser: less is better in all of them. */
export interface BrowserFigure {
  readonly id: string;
  readonly group: BrowserFigureGroup;
  /** Nanoseconds per call, or bytes. */
  readonly unit: 'ns' | 'bytes';
}

const ofGroup = (group: BrowserFigureGroup, ...ids: readonly string[]): BrowserFigure[] =>
  ids.map((id) => ({ id, group, unit: id === 'memory' ? 'bytes' : 'ns' }));

/** In the order in which they are shown; the control is a loop of the processor that stores nothing. */
export const BROWSER_FIGURES: readonly BrowserFigure[] = [
  ...ofGroup('indexeddb', 'idb get', 'idb get-all', 'idb cursor', 'idb open'),
  ...ofGroup('indexeddb', 'idb-relaxed put', 'idb-relaxed put-batch', 'idb-strict put', 'idb-strict put-batch'),
  ...ofGroup('opfs', 'opfs read-4k', 'opfs read-1m', 'opfs write-4k', 'opfs write-1m'),
  ...ofGroup('opfs', 'opfs save-4k', 'opfs open', 'opfs small-files', 'opfs writable'),
  ...ofGroup('cache', 'cache put', 'cache read'),
  ...['sahpool', 'coop', 'write-ahead'].flatMap((store) =>
    ofGroup('sqlite', ...['open', 'put', 'put-batch', 'read'].map((workload) => `${store} ${workload}`)),
  ),
  ...ofGroup('browser', 'workers ready', 'memory'),
  ...ofGroup('control', 'control processor'),
];

export const CONTROL_FIGURE = 'control processor';

/** The options by which the lab measures this figure, the control, and little else. */
export function labOptions({ id, group }: BrowserFigure): string {
  const [store = ''] = id.split(' ');
  const isLoop = group === 'control' || ['idb', 'opfs', 'workers'].includes(store);
  const loops = isLoop && id !== CONTROL_FIGURE ? `${CONTROL_FIGURE},${id}` : CONTROL_FIGURE;
  return `--loops "${loops}" --contenders "${isLoop || group === 'browser' ? '' : store}"`;
}

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
