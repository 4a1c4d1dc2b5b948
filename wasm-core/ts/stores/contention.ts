import { CONTENDED_ROWS, ROW_BYTES } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { ERROR_KINDS, PHASES } from '@opfsmark/schema/families/app-storage/schema';
import { sameValue, valueOf, type AppStore, type Item, type WorkSize } from './store.ts';

export type Phase = (typeof PHASES)[number];
type ErrorKind = (typeof ERROR_KINDS)[number];

/** Behind whichever number of workers there is, so that the rows of all lie side by side and share what a store writes at once. */
const LANES = 8;
const ROWS_PER_PHASE = 4096;
const PHASE_ORDER: readonly Phase[] = ['migrate', 'write', 'read', 'hold', 'reopen'];

const READS = 4;
/** Of those that meet a store which another one keeps a transaction of open. */
const MEETING_READS = 2;
const MEETING_PUTS = 1;
const HELD_ROWS = 10;
export const HOLD_MS = 2000;
/** By then the transaction is open. */
const MEETING_MS = 250;
/** An app that cannot open its store tries again. */
const OPENINGS = 5;
const OPENING_PAUSE_MS = 100;

/** Of a row that a worker puts in a phase: no other has it. */
export const keyOf = (phase: Phase, worker: number, index: number) =>
  PHASE_ORDER.indexOf(phase) * ROWS_PER_PHASE * LANES + index * LANES + worker;

const itemOf = ({ seed }: WorkSize, key: number): Item => ({ key, value: valueOf(seed, key, 'tab', 0, ROW_BYTES) });

/** Rows of one worker in one phase, as they are told: their first index and how many. */
export interface Rows {
  readonly phase: Phase;
  readonly worker: number;
  readonly first: number;
  readonly count: number;
}

const itemsOf = (size: WorkSize, { phase, worker, first, count }: Rows): Item[] =>
  Array.from({ length: count }, (_, index) => itemOf(size, keyOf(phase, worker, first + index)));

/** A call that has ended. Times are those of the clock that all workers of a browser share, in milliseconds. */
export interface EndedCall {
  readonly what: string;
  readonly phase: Phase;
  readonly startMs: number;
  readonly endMs: number;
  readonly error: { readonly kind: ErrorKind; readonly detail: string } | null;
  /** The rows that it put. */
  readonly rows: Rows | null;
}

const BUSY = /database is locked|SQLITE_BUSY|NoModificationAllowed|database is busy|already (?:open|locked)/i;
const LOCKED = /table is locked|SQLITE_LOCKED/i;
const CORRUPT = /SQLITE_CORRUPT|SQLITE_NOTADB|malformed/i;
const ABORTED = /abort|TransactionInactive|InvalidState/i;
const FULL = /quota|disk is full|SQLITE_FULL|no space/i;

/** The kind of an error, by the words that stores and browsers have for it. */
export function errorKindOf(detail: string): ErrorKind {
  if (LOCKED.test(detail)) return 'locked';
  if (BUSY.test(detail)) return 'busy';
  if (CORRUPT.test(detail)) return 'corrupt';
  if (FULL.test(detail)) return 'full';
  return ABORTED.test(detail) ? 'aborted' : 'other';
}

const nowMs = () => performance.timeOrigin + performance.now();
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** A call that has begun. */
export type BegunCall = Pick<EndedCall, 'what' | 'phase'>;

interface ParticipantSetup {
  readonly size: WorkSize;
  readonly worker: number;
  open(): Promise<AppStore>;
  onBegin(call: BegunCall): void;
  onEnd(call: EndedCall): void;
}

/** One context of several that do the same at once. Each key is put once, so that what is lost or doubled is told by its value. */
export class Participant {
  readonly #setup: ParticipantSetup;
  #store: AppStore | null = null;

  constructor(setup: ParticipantSetup) {
    this.#setup = setup;
  }

  /** The first worker is the one that migrates, writes or holds while the others do something else. */
  async run(phase: Phase): Promise<void> {
    const isFirst = this.#setup.worker === 0;
    switch (phase) {
      case 'migrate':
        await this.#open(phase);
        await this.#put(phase, 'migrate', 0, CONTENDED_ROWS.migrated);
        return;
      case 'write':
        for (let index = 0; index < CONTENDED_ROWS.puts; index++) await this.#put(phase, 'put', index, 1);
        return;
      case 'read':
        if (isFirst) await this.#put(phase, 'put many', 0, CONTENDED_ROWS.batch);
        else await this.#read(phase, READS);
        return;
      case 'hold':
        if (isFirst) await this.#hold(phase);
        else {
          await sleep(MEETING_MS);
          await this.#read(phase, MEETING_READS);
          for (let index = 0; index < MEETING_PUTS; index++) await this.#put(phase, 'put', index, 1);
        }
        return;
      case 'reopen':
        if (isFirst) await this.#put(phase, 'migrate', 0, CONTENDED_ROWS.batch);
        else {
          if (this.#setup.worker === 1) {
            await this.#close(phase);
            await this.#open(phase);
          }
          await this.#read(phase, 1);
          await this.#put(phase, 'put', 0, 1);
        }
    }
  }

  async end(): Promise<void> {
    if (this.#store) await this.#close('reopen');
  }

  async #call<T>(phase: Phase, what: string, rows: Rows | null, work: () => T | Promise<T>): Promise<T | null> {
    const { onBegin, onEnd } = this.#setup;
    onBegin({ what, phase });
    const startMs = nowMs();
    let error: EndedCall['error'] = null;
    let value: T | null = null;
    try {
      value = await work();
    } catch (reason) {
      const detail = textOf(reason);
      error = { kind: errorKindOf(detail), detail };
    }
    onEnd({ what, phase, startMs, endMs: nowMs(), error, rows });
    // A context that never lets its other events run hands nothing over.
    await sleep(0);
    return value;
  }

  async #open(phase: Phase): Promise<void> {
    for (let tries = 0; tries < OPENINGS && !this.#store; tries++) {
      if (tries > 0) await sleep(OPENING_PAUSE_MS);
      this.#store = await this.#call(phase, 'open', null, () => this.#setup.open());
    }
  }

  async #close(phase: Phase): Promise<void> {
    const store = this.#store;
    this.#store = null;
    if (store) await this.#call(phase, 'close', null, () => store.close());
  }

  /** A store that cannot be called because the store is not open is a call that failed when that was tried. */
  async #put(phase: Phase, what: string, first: number, count: number): Promise<void> {
    const store = this.#store;
    if (!store) return;
    const rows = { phase, worker: this.#setup.worker, first, count };
    const items = itemsOf(this.#setup.size, rows);
    await this.#call(phase, what, rows, () => store.putMany(items));
  }

  async #read(phase: Phase, count: number): Promise<void> {
    const store = this.#store;
    if (!store) return;
    for (let index = 0; index < count; index++) {
      const { key } = itemOf(this.#setup.size, keyOf('migrate', this.#setup.worker, index));
      await this.#call(phase, 'get', null, () => store.get(key));
    }
  }

  async #hold(phase: Phase): Promise<void> {
    const store = this.#store;
    if (!store?.hold) return;
    const rows = { phase, worker: this.#setup.worker, first: 0, count: HELD_ROWS };
    const items = itemsOf(this.#setup.size, rows);
    await this.#call(phase, 'hold', rows, () => store.hold?.(items, HOLD_MS));
  }
}

export interface ContentionLeft {
  readonly lost: number;
  readonly doubled: number;
}

/** Values do not compress and have no common beginning. */
const markOf = (value: Uint8Array) => new Uint8Array(value).subarray(0, 16).join();

/** Looks, from a context that opens the store last, which answered rows are not there, and which values more than once. */
export async function countLeft(store: AppStore, size: WorkSize, answered: readonly Rows[]): Promise<ContentionLeft> {
  const last = keyOf('reopen', LANES - 1, ROWS_PER_PHASE - 1);
  const seen = new Map<string, Uint8Array>();
  let doubled = 0;
  for (const value of await store.range(0, last)) {
    const mark = markOf(value);
    if (seen.has(mark)) doubled++;
    seen.set(mark, value);
  }
  const isThere = ({ value }: Item) => sameValue(seen.get(markOf(value)), value);
  let lost = 0;
  for (const item of answered.flatMap((rows) => itemsOf(size, rows))) {
    // A store that cannot list its rows is asked for each.
    if (!isThere(item) && !sameValue(await store.get(item.key), item.value)) lost++;
  }
  return { lost, doubled };
}
