import { sahpool, SqliteStore } from '../../../../wasm-core/ts/families/app-storage/worker/contenders/sahpool.ts';
import type { AppStore, WorkSize } from '../../../../wasm-core/ts/stores/store.ts';
import { loadSqlite } from '../../../../wasm-core/ts/worker/load-sqlite.ts';
import { runLoops, SQL_PRAGMAS, timeStatement, type SqliteLoops, type SqliteTimes } from '../loops.ts';

/** Only the end of the worker closes it. */
function keptOpen(store: AppStore): AppStore {
  store.close = () => undefined;
  return store;
}

async function inMemory(size: WorkSize): Promise<SqliteTimes> {
  const sqlite3 = await loadSqlite();
  const db = new sqlite3.oo1.DB(':memory:', 'c');
  const loops = await runLoops(keptOpen(new SqliteStore(db, () => undefined)), size);
  return { loops, statementNs: timeStatement((sql) => void db.exec(sql)) };
}

async function work({ place, size }: SqliteLoops): Promise<SqliteTimes> {
  if (place === 'memory') return inMemory(size);
  return { loops: await runLoops(keptOpen(await sahpool(SQL_PRAGMAS[place]).open()), size), statementNs: [] };
}

addEventListener('message', ({ data }: MessageEvent<SqliteLoops>) => {
  work(data).then(
    (times) => postMessage({ times }),
    (error: unknown) => postMessage({ error: String(error) }),
  );
});
