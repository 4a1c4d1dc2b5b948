/** What comes at once from one store comes later from another. */
export type Maybe<T> = T | Promise<T>;

export interface Item {
  readonly key: number;
  readonly value: Uint8Array<ArrayBuffer>;
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
  /** Makes everything that was put lasting, as far as the contender can. Not timed: a promise must hold without it. */
  flush(): Maybe<void>;
  close(): Maybe<void>;
}
