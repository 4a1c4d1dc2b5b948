import { UNTOLD_SPACE_BYTES } from '@opfsmark/schema/checkup';
import { CPU_PRESSURES, type CpuPressure } from '@opfsmark/schema/documents';
import { COMPILER, CORE_VERSION, WASM_SHA256 } from '../../dist/core-info.mjs';
import type { SupportProblem } from '../api.ts';
import { MANIFEST_FILE, MEASURED_PREFIX, OPFS_FOLDER, PREPARED_FOLDER, STORES_FOLDER } from '../protocol/files.ts';
import { PAGE_CLOCK, type Clock } from './clock.ts';
import { errorName } from './errors.ts';
import type { Host, LockRequest, PreparedStore, PressureWatch } from './host.ts';
import { dropLease, giveBackLease, leaseAllows, takeLease, whenLeaseOver } from './reload-lease.ts';
import { removeEntry } from './remove-entry.ts';

/** As much of the Compute Pressure API as is used here; only Chromium has it. */
export interface PressureObserverLike {
  observe(source: 'cpu', options: { readonly sampleInterval: number }): Promise<void>;
  disconnect(): void;
}
type PressureObserverClass = new (
  callback: (records: readonly { readonly state: string }[]) => void,
) => PressureObserverLike;

/** A gap that was over longer ago says nothing about the run. */
const WINDOW_MS = 5_000;
const SAMPLE_INTERVAL_MS = 1_000;

/** A state and when it ended: the browser only tells changes, so the latest one goes on. */
interface PressureState {
  readonly state: CpuPressure;
  endMs: number;
}

function highestOf(states: readonly PressureState[]): CpuPressure | null {
  return CPU_PRESSURES.findLast((state) => states.some((entry) => entry.state === state)) ?? null;
}

/** `Observer`: the browser's; does nothing where it has none, or does not let this page use it. */
export function cpuPressureWatch(
  clock: Pick<Clock, 'nowMs'>,
  Observer = (globalThis as { PressureObserver?: PressureObserverClass }).PressureObserver,
): PressureWatch {
  let observer: PressureObserverLike | null = null;
  let states: PressureState[] = [];

  function add(state: string): void {
    const pressure = CPU_PRESSURES.find((candidate) => candidate === state);
    if (!pressure) return;
    const nowMs = clock.nowMs();
    const lastState = states.at(-1);
    if (lastState) lastState.endMs = nowMs;
    states = states.filter(({ endMs }) => endMs >= nowMs - WINDOW_MS);
    states.push({ state: pressure, endMs: Number.POSITIVE_INFINITY });
  }

  function end(): CpuPressure | null {
    observer?.disconnect();
    observer = null;
    const sinceMs = clock.nowMs() - WINDOW_MS;
    const highestPressure = highestOf(states.filter(({ endMs }) => endMs >= sinceMs));
    states = [];
    return highestPressure;
  }

  return {
    start() {
      if (!Observer || observer) return;
      observer = new Observer((records) => records.forEach(({ state }) => add(state)));
      // Refused where the system cannot tell it, or a policy forbids it: then nothing is seen.
      observer.observe('cpu', { sampleInterval: SAMPLE_INTERVAL_MS }).catch(() => undefined);
    },
    end,
  };
}

const LOCK_NAME = 'opfsmark';
/** A document that was just left, or a run that has just ended, may hold it a moment longer. */
const LOCK_PATIENCE_MS = 300;
/** The same for a run, which is refused where another tab has it: a busy computer ends a document late. */
const RUN_PATIENCE_MS = 3000;
/** The same for the document that has just reloaded itself in the middle of a run: nobody else can have it. */
const RELOADED_PATIENCE_MS = 10_000;

/** Private windows have this store; it is refused where settings or an extension block site data. */
function isSiteDataBlocked(): boolean {
  try {
    return typeof localStorage === 'undefined';
  } catch {
    return true;
  }
}

async function supportProblems(): Promise<readonly SupportProblem[]> {
  // Node.js, which renders pages, has none of these names.
  const here: Partial<Pick<typeof globalThis, 'isSecureContext' | 'navigator'>> = globalThis;
  if (here.isSecureContext === false) return ['not_secure'];
  const problems: SupportProblem[] = [];
  if (typeof WebAssembly === 'undefined') problems.push('no_wasm');
  if (typeof Worker === 'undefined') problems.push('no_workers');
  if (!globalThis.crossOriginIsolated) problems.push('not_isolated');
  else if (typeof SharedArrayBuffer === 'undefined') problems.push('no_shared_memory');
  const locks: LockManager | undefined = here.navigator?.locks;
  if (!locks) problems.push('no_locks');
  // Older browsers have StorageManager without it; builds without file storage have no StorageManager.
  const storage: Partial<StorageManager> | undefined = here.navigator?.storage;
  if (!storage?.getDirectory) return [...problems, 'no_opfs'];
  try {
    await navigator.storage.getDirectory();
  } catch (error) {
    if (errorName(error) !== 'SecurityError') problems.push('storage_failed');
    else problems.push(isSiteDataBlocked() ? 'storage_blocked' : 'private_window');
  }
  return problems;
}

async function lock({ lease, isPatient = false }: LockRequest): Promise<(() => Promise<void>) | null> {
  if (!leaseAllows(lease)) return null;
  const ownMs = isPatient ? RUN_PATIENCE_MS : LOCK_PATIENCE_MS;
  const release = await waitForLock(lease === undefined ? ownMs : RELOADED_PATIENCE_MS);
  // The page that had it may have begun to reload itself meanwhile.
  if (release && !leaseAllows(lease)) {
    await release();
    return null;
  }
  if (release && lease !== undefined) dropLease();
  return release;
}

function waitForLock(patienceMs: number): Promise<(() => Promise<void>) | null> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs);
    const whenReleased = navigator.locks.request(LOCK_NAME, { signal }, () => {
      // Held until this promise is resolved, and free for others when `whenReleased` is.
      return new Promise<void>((free) => {
        resolve(async () => {
          free();
          await whenReleased;
        });
      });
    });
    whenReleased.catch((error: unknown) => {
      // Browsers differ in the error's name.
      if (signal.aborted) resolve(null);
      else reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
}

function keepAwake(): () => void {
  let wakeLock: WakeLockSentinel | null = null;
  let isOver = false;
  const ask = async () => {
    // Refused where the battery is low or the page is hidden; a run goes on without.
    const sentinel = await navigator.wakeLock.request('screen').catch(() => null);
    if (isOver) await sentinel?.release();
    else wakeLock = sentinel;
  };
  // The browser takes it away whenever the page is hidden.
  const askAgain = () => {
    if (document.visibilityState === 'visible') void ask();
  };
  if (!('wakeLock' in navigator)) return () => undefined;
  askAgain();
  document.addEventListener('visibilitychange', askAgain);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', askAgain);
    void wakeLock?.release();
  };
}

function watchPage(onLeave: () => void): ReturnType<Host['watchPage']> {
  let changes = 0;
  const count = () => {
    changes++;
  };
  document.addEventListener('visibilitychange', count);
  addEventListener('pagehide', onLeave);
  return {
    changes: () => changes,
    end: () => {
      document.removeEventListener('visibilitychange', count);
      removeEventListener('pagehide', onLeave);
    },
  };
}

const isMeasured = (name: string) => name.startsWith(MEASURED_PREFIX);

/** The stores of killed runs have folders with their names: Firefox lists databases from version 126 on. */
async function storesWithFolders(root: FileSystemDirectoryHandle): Promise<readonly string[]> {
  const names: string[] = [];
  const benchFolder = await root.getDirectoryHandle(OPFS_FOLDER);
  for await (const name of (await benchFolder.getDirectoryHandle(STORES_FOLDER)).keys()) names.push(name);
  return names;
}

/** Deletes databases and caches of killed runs; the connection of a worker that was ended closes by itself. */
async function deleteOtherStorage(stores: readonly string[]): Promise<void> {
  const factory: Partial<IDBFactory> = indexedDB;
  const listed = (await factory.databases?.()) ?? [];
  const names = [...listed.map(({ name = '' }) => name), ...stores.map((name) => `${MEASURED_PREFIX}${name}`)];
  for (const name of names.filter(isMeasured)) indexedDB.deleteDatabase(name);
  const cacheNames = await caches.keys();
  await Promise.all(cacheNames.filter(isMeasured).map((name) => caches.delete(name)));
}

async function deleteFiles(name?: string): Promise<void> {
  const root = await navigator.storage.getDirectory();
  if (name === undefined) {
    const stores = await storesWithFolders(root).catch(() => []);
    await Promise.all([removeEntry(PAGE_CLOCK, root, OPFS_FOLDER), deleteOtherStorage(stores).catch(() => undefined)]);
    return;
  }
  return removeEntry(PAGE_CLOCK, await root.getDirectoryHandle(OPFS_FOLDER, { create: true }), name);
}

async function spaceLeft(): Promise<number | null> {
  // Safari has it from version 17 on.
  const storage: Partial<StorageManager> = navigator.storage;
  const { quota, usage } = (await storage.estimate?.()) ?? {};
  const bytesLeft = quota === undefined || usage === undefined ? UNTOLD_SPACE_BYTES : quota - usage;
  return bytesLeft === UNTOLD_SPACE_BYTES ? null : bytesLeft;
}

async function preparedFolder(): Promise<FileSystemDirectoryHandle | null> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(PREPARED_FOLDER).catch(() => null);
}

const preparedStore: PreparedStore = {
  async read() {
    const folder = await preparedFolder();
    if (!folder) return null;
    let manifest: string | null = null;
    let bytes = 0;
    for await (const entry of folder.values()) {
      if (!(entry instanceof FileSystemFileHandle)) continue;
      const file = await entry.getFile();
      if (entry.name === MANIFEST_FILE) manifest = await file.text();
      else bytes += file.size;
    }
    return { manifest, bytes };
  },
  async markIncomplete() {
    const folder = await preparedFolder();
    if (folder) await removeEntry(PAGE_CLOCK, folder, MANIFEST_FILE);
  },
  async delete() {
    await removeEntry(PAGE_CLOCK, await navigator.storage.getDirectory(), PREPARED_FOLDER);
  },
};

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('../../dist/core.wasm', import.meta.url));
  if (!response.ok) throw new Error(`core.wasm was answered with status ${response.status}`);
  // Not compileStreaming: it refuses servers that do not know the type of a .wasm, and 12 KiB compile at once.
  return WebAssembly.compile(await response.arrayBuffer());
}

export const BROWSER_HOST: Host = {
  clock: PAGE_CLOCK,
  spawn: () => new Worker(new URL('../worker/main.ts', import.meta.url), { type: 'module' }),
  core: { version: CORE_VERSION, sha256: WASM_SHA256, compiler: COMPILER, compile },
  get isolated() {
    return globalThis.crossOriginIsolated;
  },
  missing: supportProblems,
  lock,
  keepAwake,
  watchPage,
  deleteFiles,
  spaceLeft,
  reloads: {
    begin: takeLease,
    cancel() {
      dropLease();
      stop();
    },
    giveBack: giveBackLease,
    whenOver: whenLeaseOver,
  },
  pressure: cpuPressureWatch(PAGE_CLOCK),
  pulse: {
    now: () => ({ atMs: performance.timeOrigin + performance.now(), realMs: Date.now() }),
    spawn: () => new Worker(new URL('../worker/pulse.ts', import.meta.url), { type: 'module' }),
  },
  prepared: preparedStore,
};
