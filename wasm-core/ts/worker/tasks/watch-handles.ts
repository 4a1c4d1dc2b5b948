import type { CallSum } from '@opfsmark/schema/documents';
import { nowNs, type Meter } from './meter.ts';

type HandleCalls = Record<'read' | 'write' | 'sync' | 'other', CallSum>;

const none = (): HandleCalls => ({
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
  /** What storage said last, where it threw: SQLite only says that there was an error. */
  lastError: unknown = null;
  #calls = none();
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

  /** What was called since the last time. */
  take(): HandleCalls {
    const calls = this.#calls;
    this.#calls = none();
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
