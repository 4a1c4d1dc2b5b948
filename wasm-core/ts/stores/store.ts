import type { AppStoragePlan } from '@opfsmark/schema/families/app-storage/schema';

/** A value that comes at once from one store comes later from another. */
export type Maybe<T> = T | Promise<T>;

export interface Item {
  readonly key: number;
  readonly value: Uint8Array<ArrayBuffer>;
}

/** What a store with SQL is asked for analytics. */
export interface SqlTables {
  /** Makes a table of lines of CSV, of which the first names its columns, in one transaction. A column is a number or a text. */
  importCsv(table: string, columns: Readonly<Record<string, 'INTEGER' | 'TEXT'>>, csv: string): Maybe<void>;
  /** The rows of the answer, which are numbers. */
  ask(sql: string): Maybe<readonly (readonly number[])[]>;
  /** From here on the store uses no more memory than this for what it reads and sorts, where it has a switch for that. */
  limitMemory(bytes: number): Maybe<void>;
}

/** The one interface that every contender is measured through. A call is over when the contender says that it is. */
export interface AppStore {
  /** Puts all in one transaction, or in what comes closest to one. A key that is there gets the new value. */
  putMany(items: readonly Item[]): Maybe<void>;
  /** `null` where the key is not there. */
  get(key: number): Maybe<Uint8Array | null>;
  /** The values of all keys from `first` to `last`, both included, in the order of the keys. */
  range(first: number, last: number): Maybe<readonly Uint8Array[]>;
  /** Deletes all in one transaction, or in what comes closest to one. */
  deleteMany(keys: readonly number[]): Maybe<void>;
  /** Puts all in one transaction that stays open for so long. Absent where there are no transactions. */
  hold?(items: readonly Item[], ms: number): Promise<void>;
  /** Absent where there is no SQL. */
  readonly sql?: SqlTables;
  /** Makes everything that was put lasting, as far as the contender can. Not timed: a promise must hold without it. */
  flush(): Maybe<void>;
  close(): Maybe<void>;
}

/** Greater than every key of a row. */
export const BLOB_KEY = 2 ** 30;

/** The purpose of a value. Every put has a value of its own: putting the same one again need not be written at all. */
const PHASES = ['batch', 'put', 'update', 'blob', 'survival', 'reload', 'tab'] as const;
export type ValuePhase = (typeof PHASES)[number];

/** Bytes that do not compress, known from the seed, the key and the put that they were made for (xorshift32). */
export function valueOf(
  seed: number,
  key: number,
  phase: ValuePhase,
  loop: number,
  bytes: number,
): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(bytes / 4);
  const version = loop * PHASES.length + PHASES.indexOf(phase) + 1;
  let state = (Math.imul(seed ^ 0x9e3779b9, key + 1) ^ Math.imul(version, 0x85ebca6b)) | 0 || 1;
  for (let index = 0; index < words.length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[index] = state;
  }
  return new Uint8Array(words.buffer);
}

/** Whether two values are the same, word by word: one call per byte would take longer than most reads. */
export function sameValue(value: Uint8Array | null | undefined, expected: Uint8Array): boolean {
  if (value?.byteLength !== expected.byteLength) return false;
  // Not `slice`, which a Buffer of Node.js does without a copy.
  const a = value.byteOffset % 4 === 0 ? value : new Uint8Array(value);
  const [words, expectedWords] = [a, expected].map(
    (of) => new Uint32Array(of.buffer, of.byteOffset, of.byteLength >> 2),
  );
  return (
    words !== undefined && expectedWords !== undefined && words.every((word, index) => word === expectedWords[index])
  );
}

/** FNV-1a over keys and words, as eight hexadecimal digits. */
export class Checksum {
  #state = 0x811c9dc5;

  add({ key, value }: Item): void {
    const words = new Uint32Array(new Uint8Array(value).buffer);
    let state = Math.imul(this.#state ^ key, 0x01000193);
    for (const word of words) state = Math.imul(state ^ word, 0x01000193);
    this.#state = state;
  }

  get text(): string {
    return (this.#state >>> 0).toString(16).padStart(8, '0');
  }
}

export type WorkSize = Pick<AppStoragePlan, 'batch_rows' | 'puts' | 'point_reads' | 'blob_bytes' | 'loops' | 'seed'>;
