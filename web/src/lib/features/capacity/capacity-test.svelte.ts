import {
  capacityVerdict,
  newJournal,
  readJournal,
  writeJournal,
  type CapacityProgress,
  type Journal,
} from '@opfsmark/schema/capacity';
import type { Ending, FromWorker, ToWorker } from './messages.ts';
import { watchSpoilers, type Spoiler } from './spoilers.ts';

const FOLDER = 'opfsmark-capacity';
const MAX_NAMES = 100;

/** A folder that nobody else has made, inside the picked one. */
async function makeOwnFolder(parent: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle> {
  for (let number = 1; number < MAX_NAMES; number++) {
    const name = number === 1 ? FOLDER : `${FOLDER}-${number}`;
    if (!(await isTaken(parent, name))) return parent.getDirectoryHandle(name, { create: true });
  }
  throw new Error(`${MAX_NAMES} folders are named ${FOLDER}`);
}

async function isTaken(parent: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await parent.getDirectoryHandle(name);
    return true;
  } catch (error) {
    // A file of this name.
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return true;
    if (error instanceof DOMException && error.name === 'NotFoundError') return false;
    throw error;
  }
}

/** A test that was begun: the picked folder and what is known of it, so that a closed tab goes on. */
interface KeptTest {
  readonly parent: FileSystemDirectoryHandle;
  readonly journal: string;
}

const [DATABASE, STORE, KEY] = ['opfsmark-capacity', 'tests', 'begun'];

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

async function withStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await settled(use(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Browsers that keep no handles, or nothing at all, cannot go on in another tab. */
const keepTest = (test: KeptTest): Promise<unknown> =>
  withStore('readwrite', (store) => store.put(test, KEY)).catch(() => undefined);
const forgetTest = (): Promise<unknown> => withStore('readwrite', (store) => store.delete(KEY)).catch(() => undefined);
/** `null`: none was begun; `undefined`: that is not known. */
async function readTest(): Promise<{ readonly kept: KeptTest; readonly journal: Journal } | null | undefined> {
  try {
    const get = (store: IDBObjectStore) => store.get(KEY) as IDBRequest<KeptTest | undefined>;
    const kept = await withStore('readonly', get);
    const journal = kept && readJournal(kept.journal);
    return kept && journal ? { kept, journal } : null;
  } catch {
    return undefined;
  }
}

const isSame = (a: Journal, b: Journal): boolean => a.folder === b.folder && a.seed === b.seed;

type Trouble = 'busy' | 'not_writable' | 'gone' | 'left_behind' | Spoiler | 'failed';
type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: CapacityProgress | null }
  | { readonly kind: 'ended'; readonly ending: Ending };

interface Asked {
  readonly isQuick: boolean;
  readonly limitBytes: number | null;
}

/** Of Chromium: permission to a folder lasts as long as its tabs. */
interface PermittedHandle extends FileSystemDirectoryHandle {
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
}

const LOCK = 'opfsmark-capacity';

/** The test of one drive: begun, going on after whatever stopped it, and cleaned up. */
export class CapacityTest {
  state = $state.raw<State>({ kind: 'idle' });
  journal = $state.raw<Journal | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  /** The name of the picked folder. */
  name = $state('');
  /** A test that another visit has begun. */
  kept = $state.raw<KeptTest | null>(null);
  #parent: FileSystemDirectoryHandle | null = null;
  #worker: Worker | null = null;
  #isBusy = false;

  async readKept(): Promise<void> {
    const begun = await readTest();
    if (begun && this.state.kind === 'idle' && !this.#isBusy) this.#show(begun);
  }

  #show({ kept, journal }: { readonly kept: KeptTest; readonly journal: Journal }): void {
    this.#parent = null;
    this.kept = kept;
    this.journal = journal;
    this.name = kept.parent.name;
  }

  /** As it is kept: another tab may have gone on with it, and by an older list of its files the others would be lost. */
  async #newest(own: Journal): Promise<Journal | null> {
    const begun = await readTest();
    if (begun && isSame(begun.journal, own)) return begun.journal;
    // One of this tab may be kept nowhere. One of an earlier visit was: another tab has ended it.
    if (this.kept === null || begun === undefined) return own;
    this.kept = null;
    this.journal = null;
    return null;
  }

  /** Asks once more where it must; must follow a click. */
  async goOn(isQuick?: boolean): Promise<void> {
    const parent = this.#parent ?? this.kept?.parent ?? null;
    const own = this.journal;
    if (parent === null || own === null) return;
    const permission = await (parent as PermittedHandle).requestPermission?.({ mode: 'readwrite' });
    if (permission !== undefined && permission !== 'granted') {
      this.trouble = 'not_writable';
      return;
    }
    await this.#run(parent, async () => {
      const journal = await this.#newest(own);
      if (journal === null) return null;
      const isWhole = isQuick === false && journal.isQuick;
      const phase = isWhole && journal.phase !== 'fill' ? 'read' : journal.phase;
      // Blocks that memory answered are read once more.
      const from = journal.isQuick && !isWhole ? 'sample' : 'read';
      const isAskedAgain = phase === 'done' || phase === 'again' || phase === 'random';
      return { ...journal, isQuick: journal.isQuick && !isWhole, phase: isAskedAgain ? from : phase };
    });
  }

  async begin(parent: FileSystemDirectoryHandle, { isQuick, limitBytes }: Asked): Promise<void> {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    this.name = parent.name;
    await this.#run(parent, async () => {
      // Begun in another tab since this page was opened: what it has left on its drive is not forgotten.
      const begun = await readTest();
      if (begun) {
        this.#show(begun);
        return null;
      }
      const folder = await makeOwnFolder(parent);
      return newJournal(seed, folder.name, { isQuick, isFlushed: false, limitBytes });
    });
  }

  stop(): void {
    this.#send({ kind: 'stop' });
  }

  /** Deletes what was written, and forgets the test. */
  async giveUp(): Promise<void> {
    await this.#alone(async () => {
      const parent = this.#parent ?? this.kept?.parent ?? null;
      const own = this.journal;
      if (parent !== null && own !== null) {
        await (parent as PermittedHandle).requestPermission?.({ mode: 'readwrite' });
        await this.#remove(parent, own.folder);
      }
      const begun = await readTest();
      // What another tab has begun since is its own.
      if (!begun || own === null || isSame(begun.journal, own)) await forgetTest();
      this.kept = null;
      this.journal = null;
      this.state = { kind: 'idle' };
    });
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  /** Two tabs would fill the same drive, or one delete what the other writes. A second click of this one is none. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
        this.trouble = lock === null ? 'busy' : null;
        if (lock !== null) await work();
      });
    } finally {
      this.#isBusy = false;
    }
  }

  async #run(parent: FileSystemDirectoryHandle, open: () => Promise<Journal | null>): Promise<void> {
    await this.#alone(async () => {
      let journal: Journal | null;
      try {
        journal = await open();
      } catch (error) {
        this.trouble = error instanceof DOMException && error.name === 'NotFoundError' ? 'gone' : 'not_writable';
        return;
      }
      if (journal === null) return;
      this.#parent = parent;
      this.kept = null;
      this.journal = journal;
      await keepTest({ parent, journal: writeJournal(journal) });
      let folder: FileSystemDirectoryHandle;
      try {
        folder = await parent.getDirectoryHandle(journal.folder);
      } catch {
        this.#end('gone');
        return;
      }
      await this.#work(parent, folder, journal);
    });
  }

  async #work(parent: FileSystemDirectoryHandle, folder: FileSystemDirectoryHandle, journal: Journal): Promise<void> {
    const worker = new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    this.state = { kind: 'running', progress: null };
    const endWatch = watchSpoilers((spoiler) => {
      this.trouble = spoiler;
      this.stop();
    });
    const wake = await wakeLock();
    const ended = await new Promise<Extract<FromWorker, { kind: 'ended' | 'failed' }>>((resolve) => {
      worker.addEventListener('error', ({ message }) => resolve({ kind: 'failed', message }));
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === 'progress') this.state = { kind: 'running', progress: data.progress };
        else if (data.kind === 'journal') {
          this.journal = readJournal(data.journal) ?? this.journal;
          void keepTest({ parent, journal: data.journal });
        } else resolve(data);
      });
      worker.postMessage({ kind: 'start', parent, folder, journal: writeJournal(journal) } satisfies ToWorker);
    });
    worker.terminate();
    this.#worker = null;
    endWatch();
    await wake?.release();
    if (ended.kind === 'failed') {
      this.trouble = 'failed';
      this.#end('stopped');
      return;
    }
    this.journal = readJournal(ended.journal);
    await keepTest({ parent, journal: ended.journal });
    if (ended.ending === 'done' && !this.canStillBeRead) await this.#finish(parent, folder.name);
    this.#end(ended.ending);
  }

  /** Blocks that memory answered, or a quick test has left out, of a drive that is not known to be false. */
  get canStillBeRead(): boolean {
    if (this.journal === null) return false;
    const { kind, isQuick, blocks } = capacityVerdict(this.journal);
    if (kind === 'unknown') return blocks.memory > 0;
    return isQuick && blocks.unread > 0 && kind !== 'fake' && kind !== 'too_little';
  }

  async #finish(parent: FileSystemDirectoryHandle, folder: string): Promise<void> {
    await this.#remove(parent, folder);
    await forgetTest();
  }

  async #remove(parent: FileSystemDirectoryHandle, folder: string): Promise<void> {
    try {
      await parent.removeEntry(folder, { recursive: true });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'NotFoundError')) this.trouble = 'left_behind';
    }
  }

  #end(ending: Ending): void {
    if (ending === 'gone') this.trouble = 'gone';
    this.state = { kind: 'ended', ending };
  }
}

/** The test of this tab: it outlives the page, so that Back shows what goes on, and can stop it. */
export const capacityTest = new CapacityTest();

/** A screen that goes dark puts phones to sleep, and the test with them. */
const wakeLock = (): Promise<WakeLockSentinel | null> =>
  'wakeLock' in navigator ? navigator.wakeLock.request('screen').catch(() => null) : Promise.resolve(null);
