import { IDB_PROBE_ROUNDS, IDB_PROBE_ROWS, type IdbProbe } from '@opfsmark/schema/families';
import { nowNs } from '../../../worker/tasks/meter.ts';
import { nameOf } from './place.ts';

const NAME = nameOf('idb-probe');
const ROWS = 'rows';
const ROW_BYTES = 64;

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

/** Resolves when what `change` asked for is committed. */
function commit(database: IDBDatabase, change: (rows: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(ROWS, 'readwrite', { durability: 'relaxed' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
    change(transaction.objectStore(ROWS));
    transaction.commit();
  });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = nowNs();
  await work();
  return Math.round(nowNs() - start);
}

/** Measures what tells the engines of IndexedDB apart: see `idbEngineOf`. Leaves nothing behind. */
export async function probeIndexedDb(): Promise<IdbProbe> {
  await resultOf(indexedDB.deleteDatabase(NAME));
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(ROWS);
  const database = await resultOf(opening);
  const rows = () => database.transaction(ROWS).objectStore(ROWS);
  const probe: IdbProbe = { clear_ns: [], count_ns: [], get_all_ns: [] };
  try {
    for (let round = 0; round < IDB_PROBE_ROUNDS; round++) {
      await commit(database, (store) => {
        for (let key = 0; key < IDB_PROBE_ROWS; key++) store.put(new Uint8Array(ROW_BYTES).fill(key + round), key);
      });
      probe.get_all_ns.push(await timeOf(() => resultOf(rows().getAll())));
      probe.count_ns.push(await timeOf(() => resultOf(rows().count())));
      probe.clear_ns.push(await timeOf(() => commit(database, (store) => store.clear())));
    }
  } finally {
    database.close();
    await resultOf(indexedDB.deleteDatabase(NAME));
  }
  return probe;
}
