import { bucketOf, emptyCounts, encodeHistogram, type CallSum, type Failure } from '@opfsmark/schema/documents';
import { Control } from '../protocol/control.ts';
import { OPFS_FOLDER } from '../protocol/files.ts';
import type { TaskMessage, TaskRequest } from '../protocol/messages.ts';
import { describe, errorNameOf, failureOf } from './failure.ts';

type Direction = 'read' | 'write';
const FIELDS = {
  read: ['readOps', 'readBytes', 'busyReadNs'],
  write: ['writeOps', 'writeBytes', 'busyWriteNs'],
} as const;

/** Counts for the live view: sums since the worker began, published to its lane after every call. */
export class Meter {
  readonly #control: Control;
  readonly #lane: number;
  readonly #sums = { read: [0, 0, 0], write: [0, 0, 0] };
  #beats = 0;
  #work = 0;

  constructor(control: Control, lane = 0) {
    this.#control = control;
    this.#lane = lane;
  }

  /** All calls since the worker began. */
  sumOf(direction: Direction): CallSum {
    const [calls = 0, bytes = 0, ns = 0] = this.#sums[direction];
    return { calls, bytes, ns };
  }

  /** A sign of life while nothing gets done: a worker that shows none for long is taken for dead. */
  beat(): void {
    this.#control.publish(this.#lane, 'beats', ++this.#beats);
  }

  /** Work of the step under way, in the unit of its schedule: the time that is left follows from it. */
  addWork(work: number): void {
    this.#work += work;
    this.#control.publish(this.#lane, 'work', this.#work);
  }

  add(direction: Direction, bytes: number, ns: number, ops = 1): void {
    const sums = this.#sums[direction];
    [ops, bytes, ns].forEach((value, index) => {
      const sum = (sums[index] ?? 0) + value;
      sums[index] = sum;
      const field = FIELDS[direction][index];
      if (field) this.#control.publish(this.#lane, field, sum);
    });
  }
}

/** Calls of one kind that follow one another: how many, how long, how long each. */
export class Calls {
  ops = 0;
  bytes = 0;
  busyNs = 0;
  readonly #counts = emptyCounts();

  add(bytes: number, ns: number): void {
    this.ops++;
    this.bytes += bytes;
    this.busyNs += ns;
    const bucket = bucketOf(ns);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  get histogram(): string {
    return encodeHistogram(this.#counts);
  }
}

/** Cleans up after a task: the files go with the run, and what is thrown here must not hide how the task ended. */
export async function cleanUp(...works: readonly (() => unknown)[]): Promise<void> {
  for (const work of works) {
    try {
      await work();
    } catch {
      // The rest is cleaned all the same.
    }
  }
}

// Looking up `performance` in the global scope costs more than reading the clock.
const clock = performance;

export const nowNs = () => Math.round(clock.now() * 1e6);

/** An end of a task for a reason of its own, of which the page has the words. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.detail);
    this.failure = failure;
  }
}

/** The bytes that were read back are not those that were written. */
export class VerifyFailed extends Error {
  override readonly name = 'VerifyFailed';
}

export interface TaskContext<Finding> {
  readonly meter: Meter;
  /** See `TaskRequest`. */
  readonly ports: readonly MessagePort[];
  step(id: string): void;
  report(finding: Finding): void;
}

function failureFrom(error: unknown): Failure {
  if (error instanceof TaskFailed) return error.failure;
  return failureOf(error instanceof VerifyFailed ? 'verify_failed' : errorNameOf(error), describe(error));
}

/** Answers the one request of a family's own worker. */
export function serve<Of extends { plan: unknown; finding: unknown }>(
  work: (plan: Of['plan'], context: TaskContext<Of['finding']>) => Promise<void>,
): void {
  const post = (message: TaskMessage<Of['finding']>) => postMessage(message);
  addEventListener('message', ({ data }: MessageEvent<TaskRequest<Of['plan']>>) => {
    const meter = new Meter(new Control(data.control));
    const context: TaskContext<Of['finding']> = {
      meter,
      ports: data.ports,
      step: (id) => post({ type: 'step', id }),
      report: (finding) => post({ type: 'finding', finding }),
    };
    work(data.plan, context).then(
      () => post({ type: 'done' }),
      (error: unknown) => post({ type: 'failed', failure: failureFrom(error) }),
    );
  });
}

/** Bytes that do not compress and are known from the seed and a number: xorshift32, another stream for every item. */
export function fillPattern(target: Uint32Array, seed: number, item: number): void {
  let state = Math.imul(seed ^ 0x9e3779b9, item + 1) ^ (item + 0x85ebca6b) || 1;
  for (let index = 0; index < target.length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    target[index] = state;
  }
}

/** Throws where the content is not that of this item. */
export function expectPattern(
  content: ArrayBuffer | Uint8Array,
  expectedWords: Uint32Array,
  seed: number,
  item: number,
): void {
  fillPattern(expectedWords, seed, item);
  const bytes = content instanceof ArrayBuffer ? new Uint8Array(content) : content;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  if (bytes.byteLength !== expectedWords.byteLength) {
    throw new VerifyFailed(`item ${item} has ${bytes.byteLength} bytes instead of ${expectedWords.byteLength}`);
  }
  const wrongIndex = words.findIndex((word, index) => word !== expectedWords[index]);
  if (wrongIndex >= 0) throw new VerifyFailed(`item ${item} differs at byte ${wrongIndex * 4}`);
}

/** A folder inside the benchmark's own, which is deleted with it. */
export async function ownFolder(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const benchFolder = await root.getDirectoryHandle(OPFS_FOLDER, { create: true });
  return benchFolder.getDirectoryHandle(name, { create: true });
}

type HandleCalls = Record<'read' | 'write' | 'sync' | 'other', CallSum>;

const noCalls = (): HandleCalls => ({
  read: { calls: 0, bytes: 0, ns: 0 },
  write: { calls: 0, bytes: 0, ns: 0 },
  sync: { calls: 0, bytes: 0, ns: 0 },
  other: { calls: 0, bytes: 0, ns: 0 },
});

/**
 * Everything this VFS asks of storage is a call of a sync access handle, so that is where its waiting is counted: the
 * methods are wrapped, in this worker only, which does nothing else. A wrapped call costs two looks at the
 * clock, about 0.3 us.
 */
export class HandleWatch {
  /** The last error of the storage, where it threw: SQLite only says that there was an error. */
  lastError: unknown = null;
  #calls = noCalls();
  readonly #meter: Pick<Meter, 'add'>;

  constructor(meter: Pick<Meter, 'add'>) {
    this.#meter = meter;
    const time = <T>(kind: keyof HandleCalls, call: () => T): T => this.#time(kind, call);
    const handle = FileSystemSyncAccessHandle.prototype;
    const { read, write, flush, truncate, getSize, close } = handle;
    handle.read = function (buffer, options) {
      return time('read', () => read.call(this, buffer, options));
    };
    handle.write = function (buffer, options) {
      return time('write', () => write.call(this, buffer, options));
    };
    handle.flush = function () {
      time('sync', () => flush.call(this));
    };
    handle.truncate = function (size) {
      time('other', () => truncate.call(this, size));
    };
    handle.getSize = function () {
      return time('other', () => getSize.call(this));
    };
    handle.close = function () {
      time('other', () => close.call(this));
    };
  }

  /** The calls since the last time. */
  take(): HandleCalls {
    const calls = this.#calls;
    this.#calls = noCalls();
    return calls;
  }

  #time<T>(kind: keyof HandleCalls, call: () => T): T {
    const start = nowNs();
    let value: T;
    try {
      value = call();
    } catch (error) {
      this.lastError = error;
      throw error;
    }
    const ns = nowNs() - start;
    const bytes = (kind === 'read' || kind === 'write') && typeof value === 'number' ? value : 0;
    const sum = this.#calls[kind];
    sum.calls++;
    sum.bytes += bytes;
    sum.ns += ns;
    if (kind === 'read') this.#meter.add('read', bytes, ns);
    else this.#meter.add('write', bytes, ns, kind === 'write' ? 1 : 0);
    return value;
  }
}
