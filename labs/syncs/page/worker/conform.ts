/** One context of a contender that is opened, interrupted in a transaction, or looked at: what survive/conform.mjs asks for. */
import { ROW_BYTES, type ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { MissingReason } from '@opfsmark/schema/families/app-storage/schema';
import { entryOf } from '../../../../wasm-core/ts/families/app-storage/worker/entries.ts';
import { confineToFolder, waitForHandles } from '../../../../wasm-core/ts/families/app-storage/worker/place.ts';
import { BLOB_KEY, sameValue, valueOf, type AppStore, type Item } from '../../../../wasm-core/ts/stores/store.ts';

const SEED = 7;
/** Rows that were there before; those of the transaction lie behind them. */
const OLDER_ROWS = 100;
const ROWS = 20;
/** More than the quota has room for. */
const LARGE_BYTES = 2 ** 24;

const itemOf = (key: number): Item => ({ key, value: valueOf(SEED, key, 'batch', 0, ROW_BYTES) });
const itemsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => itemOf(first + index));
const OLDER_ITEMS = itemsFrom(0, OLDER_ROWS);
const TRANSACTION = itemsFrom(OLDER_ROWS, ROWS);
/** Put by itself afterwards, to see that the store goes on. */
const NEXT_ITEM = itemOf(OLDER_ROWS + ROWS);

function refuse(): never {
  throw new Error('this value cannot be stored');
}

/** Whatever a store does with such a value fails. */
const UNSTORABLE = {
  get length() {
    return refuse();
  },
  get byteLength() {
    return refuse();
  },
  toString: refuse,
} as unknown as Item['value'];

const NOTHING_THERE = { get: () => null, close: () => undefined };

/** Stores that go wrong on purpose: what tests must see told. */
const PLANTED_STORES: Readonly<Record<string, Pick<AppStore, 'putMany' | 'get' | 'close'>>> = {
  'planted-throws': { ...NOTHING_THERE, putMany: () => Promise.reject(new Error('the store is broken')) },
  'planted-hangs': { ...NOTHING_THERE, putMany: () => new Promise(() => undefined) },
  'planted-corrupts': {
    ...NOTHING_THERE,
    putMany: () => undefined,
    get: (key) => (key === NEXT_ITEM.key ? NEXT_ITEM.value : new Uint8Array(ROW_BYTES)),
  },
};

interface Request {
  readonly contender: string;
  readonly step: keyof typeof STEPS;
}

interface Reply {
  /** Why this browser has no such contender. */
  readonly missing?: MissingReason;
  /** The transaction ended without an error. */
  readonly answered?: boolean;
  /** In the library's words. */
  readonly error?: string;
  /** Rows of the transaction that are there. */
  readonly kept?: number;
  /** Older rows that are no longer what they were. */
  readonly damaged?: number;
}

async function open(contender: string): Promise<AppStore> {
  const plantedStore = PLANTED_STORES[contender];
  return plantedStore ? (plantedStore as AppStore) : (await entryOf(contender as ContenderId).load()).open();
}

async function withStore<T>(contender: string, use: (store: AppStore) => Promise<T>): Promise<T> {
  const store = await open(contender);
  const result = await use(store);
  await store.close();
  return result;
}

const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

async function tryToPut(store: AppStore, items: readonly Item[]): Promise<Reply> {
  try {
    await store.putMany(items);
    return { answered: true };
  } catch (error) {
    return { answered: false, error: textOf(error) };
  }
}

const isThere = async (store: AppStore, { key, value }: Item) => sameValue(await store.get(key), value);

async function countOf(store: AppStore, items: readonly Item[]): Promise<number> {
  let count = 0;
  for (const item of items) if (await isThere(store, item)) count++;
  return count;
}

async function putNext(store: AppStore): Promise<void> {
  await store.putMany([NEXT_ITEM]);
  if (!(await isThere(store, NEXT_ITEM))) throw new Error('a row that was put afterwards is not there');
}

const look = (contender: string) =>
  withStore(contender, async (store): Promise<Reply> => {
    await putNext(store);
    return { kept: await countOf(store, TRANSACTION), damaged: OLDER_ROWS - (await countOf(store, OLDER_ITEMS)) };
  });

/** Waits for any message of the page. */
const nextMessage = () => new Promise((resolve) => addEventListener('message', resolve, { once: true }));

const STEPS = {
  create: async (contender: string): Promise<Reply> => {
    const missingReason = contender in PLANTED_STORES ? null : await entryOf(contender as ContenderId).missing();
    return missingReason ? { missing: missingReason } : withStore(contender, (store) => tryToPut(store, OLDER_ITEMS));
  },
  /** A transaction of which the last value cannot be stored. */
  abort: (contender: string) =>
    withStore(contender, async (store) => {
      const reply = await tryToPut(store, [...TRANSACTION, { key: NEXT_ITEM.key, value: UNSTORABLE }]);
      await putNext(store);
      return reply;
    }),
  /** Closed, and opened by the same worker. */
  reopen: async (contender: string) => {
    const reply = await withStore(contender, (store) => tryToPut(store, TRANSACTION));
    await withStore(contender, putNext);
    return reply;
  },
  /** Stands still before the last row of a transaction, with all that it holds, until it is ended. */
  hold: (contender: string) =>
    withStore(contender, (store) => {
      const flag = new Int32Array(new SharedArrayBuffer(4));
      const heldItem = {
        key: NEXT_ITEM.key,
        get value(): Item['value'] {
          postMessage({});
          Atomics.wait(flag, 0, 0);
          return refuse();
        },
      };
      return tryToPut(store, [...TRANSACTION, heldItem]);
    }),
  /** A transaction for which there is no room; then one row, when there is room again. */
  fill: (contender: string) =>
    withStore(contender, async (store) => {
      const largeItem = { key: BLOB_KEY, value: valueOf(SEED, BLOB_KEY, 'blob', 0, LARGE_BYTES) };
      const reply = await tryToPut(store, [...TRANSACTION, largeItem]);
      postMessage(reply);
      await nextMessage();
      await putNext(store);
      return reply;
    }),
  look,
  /** When nobody holds a file of it any more. */
  lookLater: async (contender: string) => {
    await waitForHandles();
    return look(contender);
  },
} satisfies Record<string, (contender: string) => Promise<Reply>>;

addEventListener(
  'message',
  ({ data: { contender, step } }: MessageEvent<Request>) => {
    const answer: Promise<Reply> = confineToFolder(contender).then(() => STEPS[step](contender));
    answer.then(
      (reply) => postMessage(reply),
      (error: unknown) => postMessage({ error: textOf(error) }),
    );
  },
  { once: true },
);
