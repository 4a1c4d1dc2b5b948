import type { Database } from '@sqlite.org/sqlite-wasm';
import type { OpenContender, PublishedTable } from '../table.ts';

/** As many statements as the smallest of the published sizes, in transactions of a thousand. */
const STATEMENTS = 14_200;
const PER_TRANSACTION = 1000;

/** Inserts, searches in a range, changes and deletions in turn: none without a row. */
function statementOf(index: number): string {
  const row = index - (index % 4);
  switch (index % 4) {
    case 0:
      return `INSERT INTO z VALUES (${row}, ${(row * 7919) % 100_003}, 'row ${row} of many')`;
    case 1:
      return `SELECT count(*), avg(b) FROM z WHERE a BETWEEN ${row - 200} AND ${row}`;
    case 2:
      return `UPDATE z SET b = b + 1 WHERE a = ${row}`;
    default:
      return row % 16 === 0 ? `DELETE FROM z WHERE a = ${row}` : `SELECT c FROM z WHERE a = ${row}`;
  }
}

const SCRIPT = Array.from({ length: Math.ceil(STATEMENTS / PER_TRANSACTION) }, (_, at) => {
  const count = Math.min(PER_TRANSACTION, STATEMENTS - at * PER_TRANSACTION);
  const statements = Array.from({ length: count }, (_, index) => statementOf(at * PER_TRANSACTION + index));
  return `BEGIN; ${statements.join('; ')}; COMMIT;`;
});

async function load() {
  const { loadSqlite } = await import('../../../../wasm-core/ts/worker/load-sqlite.ts');
  return loadSqlite();
}

function scripted(db: Database): OpenContender {
  return {
    prepare() {
      db.exec('DROP TABLE IF EXISTS z; CREATE TABLE z (a INTEGER PRIMARY KEY, b INTEGER, c TEXT)');
    },
    call() {
      const before = db.changes(true);
      for (const sql of SCRIPT) db.exec(sql);
      return Promise.resolve(db.changes(true) - before);
    },
    close: () => db.close(),
  };
}

export const table: PublishedTable = {
  source: {
    title: 'SQLite: speedtest1 in a page, in memory, in WebSQL and in OPFS',
    url: 'https://sqlite-wasm-opfs.glitch.me/speedtest.html',
    date: '',
    script: 'https://sqlite.org/src/file/test/speedtest1.c',
    revision: '',
    machine: '',
  },
  figures: [
    { operation: 'script', contender: 'memory', ms: 2200 },
    { operation: 'script', contender: 'websql', ms: 2230 },
    { operation: 'script', contender: 'opfs', ms: 2240 },
  ],
  mean: ([only = Number.NaN]) => only,
  operations: [{ id: 'script', kind: 'write', calls: 1, counted: 1 }],
  contenders: [
    {
      id: 'memory',
      package: '@sqlite.org/sqlite-wasm',
      durable: false,
      async open() {
        const sqlite3 = await load();
        return scripted(new sqlite3.oo1.DB(':memory:'));
      },
    },
    {
      id: 'websql',
      package: null,
      durable: false,
      open() {
        if (!('openDatabase' in globalThis)) throw new Error('this browser has no WebSQL any more');
        throw new Error('WebSQL is a page’s own, and was not tried');
      },
    },
    {
      id: 'opfs',
      package: '@sqlite.org/sqlite-wasm',
      durable: false,
      async open() {
        const sqlite3 = await load();
        const pool = await sqlite3.installOpfsSAHPoolVfs({ directory: '/pool', initialCapacity: 6 });
        return scripted(new pool.OpfsSAHPoolDb('/app.db'));
      },
    },
  ],
  claims: [
    { operation: 'script', slow: 'opfs', fast: 'memory', published: 2240 / 2200 },
    { operation: 'script', slow: 'websql', fast: 'memory', published: 2230 / 2200 },
  ],
};
