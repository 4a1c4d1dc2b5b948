import { standardPlan } from '@opfsmark/schema/families';
import { afterEach, expect, it, vi } from 'vitest';
import { checkSupport, run } from '../index.ts';
import { BROWSER_HOST, cpuPressureWatch, type PressureObserverLike } from '../page/browser-host.ts';

type Records = readonly { readonly state: string }[];

class FakeObserver implements PressureObserverLike {
  static instances: FakeObserver[] = [];
  isConnected = false;
  readonly tell: (records: Records) => void;

  constructor(callback: (records: Records) => void) {
    this.tell = callback;
    FakeObserver.instances.push(this);
  }

  observe(): Promise<void> {
    this.isConnected = true;
    return Promise.resolve();
  }

  disconnect(): void {
    this.isConnected = false;
  }
}

class RefusedObserver extends FakeObserver {
  override observe(): Promise<void> {
    return Promise.reject(new DOMException('not here', 'NotSupportedError'));
  }
}

function startWatch() {
  const clock = { ms: 0, nowMs: () => clock.ms };
  const watch = cpuPressureWatch(clock, FakeObserver);
  watch.start();
  const observer = FakeObserver.instances.at(-1);
  if (!observer) throw new Error('nothing observes');
  const tellAt = (ms: number, state: string) => {
    clock.ms = ms;
    observer.tell([{ state }]);
  };
  return { clock, watch, observer, tellAt };
}

it('returns the highest state of the last five seconds and disconnects', () => {
  const { clock, watch, observer, tellAt } = startWatch();
  tellAt(1_000, 'nominal');
  tellAt(5_000, 'critical');
  tellAt(6_000, 'fair');
  clock.ms = 10_000;
  expect(observer.isConnected).toBe(true);
  expect(watch.end()).toBe('critical');
  expect(observer.isConnected).toBe(false);
});

it('forgets what was over before', () => {
  const { clock, watch, tellAt } = startWatch();
  tellAt(1_000, 'critical');
  tellAt(3_000, 'fair');
  clock.ms = 8_500;
  expect(watch.end()).toBe('fair');
});

it('takes a state to last until another one is told', () => {
  const { clock, watch, tellAt } = startWatch();
  tellAt(1_000, 'serious');
  clock.ms = 600_000;
  expect(watch.end()).toBe('serious');
});

it('starts anew for the next run', () => {
  const { watch, tellAt } = startWatch();
  tellAt(1_000, 'critical');
  watch.end();
  watch.start();
  expect(watch.end()).toBeNull();
});

it('ignores states that are not in the list', () => {
  const { watch, tellAt } = startWatch();
  tellAt(1_000, 'melting');
  expect(watch.end()).toBeNull();
});

it('says nothing where the browser has no observer, or refuses', () => {
  const clock = { nowMs: () => 0 };
  for (const Observer of [undefined, RefusedObserver]) {
    const watch = cpuPressureWatch(clock, Observer);
    watch.start();
    expect(watch.end()).toBeNull();
  }
});

afterEach(() => vi.unstubAllGlobals());

const STORAGE = { getDirectory: () => Promise.resolve({}) };

function inBrowser(change: Record<string, unknown> = {}): void {
  const globals = {
    isSecureContext: true,
    crossOriginIsolated: true,
    Worker: () => undefined,
    navigator: { storage: STORAGE, locks: {} },
  };
  for (const [name, value] of Object.entries({ ...globals, ...change })) vi.stubGlobal(name, value);
}

const refuse = (name: string) => ({
  storage: { getDirectory: () => Promise.reject(new DOMException('refused', name)) },
  locks: {},
});

it('a browser that has everything lacks nothing', async () => {
  inBrowser();
  expect(await BROWSER_HOST.missing()).toEqual([]);
});

it('Node.js, where a page is rendered, lacks all that measures, and says so', async () => {
  vi.stubGlobal('navigator', undefined);
  const problems = ['no_workers', 'not_isolated', 'no_locks', 'no_opfs'];
  expect(await checkSupport()).toEqual({ ok: false, problems });
  await expect(run({ plan: standardPlan('matrix', 'quick') })).rejects.toMatchObject({
    name: 'RunRefused',
    reason: 'unsupported',
    problems,
  });
});

it('a browser that does not tell what it may store, as Safari before 17, leaves that open', async () => {
  inBrowser();
  expect(await BROWSER_HOST.spaceLeft()).toBeNull();
});

/** In a browser with these databases, these caches, and folders of these stores, if any: what is left of the first two. */
async function leftOf(
  databases: object,
  names: readonly string[],
  stores: readonly string[] | null,
): Promise<string[]> {
  const left = new Set(names);
  const noFolder = () => Promise.reject(new DOMException('nothing there', 'NotFoundError'));
  const folder = { keys: () => stores, getDirectoryHandle: () => Promise.resolve(folder) };
  const root = stores
    ? { ...folder, removeEntry: () => Promise.resolve() }
    : { getDirectoryHandle: noFolder, removeEntry: noFolder };
  inBrowser({ navigator: { storage: { getDirectory: () => Promise.resolve(root) }, locks: {} } });
  const remove = (name: string) => left.delete(name);
  vi.stubGlobal('indexedDB', { ...databases, deleteDatabase: remove });
  const caches = { keys: () => Promise.resolve([...left].filter((name) => name.includes('cache'))), delete: remove };
  vi.stubGlobal('caches', caches);
  await BROWSER_HOST.deleteFiles();
  return [...left];
}

const OF_KILLED_RUN = ['opfsmark.measured.cache', 'opfsmark.measured.idb-strict', 'opfsmark.measured.localforage'];

it('what a killed run has left is deleted by the list of databases', async () => {
  const databases = () => Promise.resolve([...OF_KILLED_RUN, 'opfsmark'].map((name) => ({ name })));
  expect(await leftOf({ databases }, [...OF_KILLED_RUN, 'opfsmark', 'opfsmark-1-cache'], null)).toEqual([
    'opfsmark',
    'opfsmark-1-cache',
  ]);
});

it('a browser that lists no databases, as Firefox before 126, has those deleted whose stores have folders, and caches', async () => {
  expect(await leftOf({}, [...OF_KILLED_RUN, 'opfsmark'], ['idb-strict', 'localforage', 'opfs-sync'])).toEqual([
    'opfsmark',
  ]);
});

it.each([
  ['no StorageManager at all', { navigator: { locks: {} } }, ['no_opfs']],
  ['a StorageManager without file storage', { navigator: { storage: {}, locks: {} } }, ['no_opfs']],
  ['storage without locks', { navigator: { storage: STORAGE } }, ['no_locks']],
  ['file storage that fails', { navigator: refuse('UnknownError') }, ['storage_failed']],
  ['file storage that is refused', { navigator: refuse('SecurityError'), localStorage: {} }, ['private_window']],
  ['isolation without shared memory', { SharedArrayBuffer: undefined }, ['no_shared_memory']],
  ['no isolation', { crossOriginIsolated: false, SharedArrayBuffer: undefined }, ['not_isolated']],
  ['nothing that is safe', { isSecureContext: false }, ['not_secure']],
])('%s is named as what it is', async (_, change, problems) => {
  inBrowser(change);
  expect(await BROWSER_HOST.missing()).toEqual(problems);
});
