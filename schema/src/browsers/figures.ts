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
