import { openWaSqlite, type PublishedTable } from '../table.ts';

/** The twelve statements in their order: what each does, to which row, with a text of so many bytes (`null`: a number). */
interface Step {
  readonly id: string;
  readonly table: 't1' | 't2';
  readonly verb: 'insert' | 'select' | 'update' | 'delete';
  /** `null`: whichever row comes first. */
  readonly row: number | null;
  readonly bytes: number | null;
  /** Published milliseconds: PGlite and SQLite, both on pools of access handles. */
  readonly ms: readonly [pglite: number, sqlite: number];
}

const STEPS: readonly Step[] = [
  { id: 'insert-small', table: 't1', verb: 'insert', row: null, bytes: null, ms: [3.946, 19.816] },
  { id: 'select-small', table: 't1', verb: 'select', row: 333, bytes: null, ms: [0.126, 0.03] },
  { id: 'update-small', table: 't1', verb: 'update', row: 666, bytes: null, ms: [0.076, 0.016] },
  { id: 'delete-small', table: 't1', verb: 'delete', row: null, bytes: null, ms: [3.949, 20.04] },
  { id: 'insert-1k', table: 't2', verb: 'insert', row: null, bytes: 1000, ms: [3.963, 19.934] },
  { id: 'select-1k', table: 't2', verb: 'select', row: null, bytes: null, ms: [0.192, 0.071] },
  { id: 'update-1k', table: 't2', verb: 'update', row: 1, bytes: 1000, ms: [3.959, 0.017] },
  { id: 'delete-1k', table: 't2', verb: 'delete', row: null, bytes: null, ms: [4.03, 19.827] },
  { id: 'insert-10k', table: 't2', verb: 'insert', row: null, bytes: 10_000, ms: [4.251, 20.041] },
  { id: 'select-10k', table: 't2', verb: 'select', row: null, bytes: null, ms: [0.246, 0.091] },
  { id: 'update-10k', table: 't2', verb: 'update', row: 1, bytes: 10_000, ms: [0.328, 0.083] },
  { id: 'delete-10k', table: 't2', verb: 'delete', row: null, bytes: null, ms: [3.981, 19.884] },
];

const SQL = new Map(STEPS.map((step) => [step.id, sqlOf(step)]));

function sqlOf({ table, verb, row, bytes }: Step): string {
  const value = bytes === null ? '7' : `'${'x'.repeat(bytes)}'`;
  const which = row === null ? `id = (SELECT min(id) FROM ${table})` : `id = ${row}`;
  switch (verb) {
    case 'insert':
      return `INSERT INTO ${table} (a) VALUES (${value})`;
    case 'select':
      return `SELECT * FROM ${table} WHERE ${which}`;
    case 'update':
      return `UPDATE ${table} SET a = ${value} WHERE ${which}`;
    case 'delete':
      return `DELETE FROM ${table} WHERE ${which}`;
  }
}

const create = (key: string) =>
  ['integer', 'text'].map((type, at) => `CREATE TABLE t${at + 1} (id ${key}, a ${type});`);

/** The published script sorts its samples and leaves out a tenth at either end. */
function middleMean(samples: readonly number[]): number {
  const tenth = Math.floor(samples.length / 10);
  const middle = samples.toSorted((a, b) => a - b).slice(tenth, samples.length - tenth);
  return middle.reduce((sum, ms) => sum + ms, 0) / middle.length;
}

const claim = (operation: string, slow: string, fast: string, published: number) => ({
  operation,
  slow,
  fast,
  published,
});

export const table: PublishedTable = {
  source: {
    title: 'PGlite: Benchmarks, round trip time',
    url: 'https://pglite.dev/benchmarks',
    date: '2024-08-08',
    script: 'https://github.com/electric-sql/pglite/blob/e706ffab/packages/benchmark/src/rtt.js',
    revision: 'e706ffab (2024-08-04)',
    machine: 'MacBook Air, M2',
  },
  figures: STEPS.flatMap(({ id, ms }) => [
    { operation: id, contender: 'pglite', ms: ms[0] },
    { operation: id, contender: 'sqlite-pool', ms: ms[1] },
  ]),
  mean: middleMean,
  operations: STEPS.map(({ id, verb }) => ({
    id,
    kind: verb === 'select' ? 'read' : 'write',
    calls: 100,
    counted: 20,
  })),
  contenders: [
    {
      id: 'pglite',
      package: '@electric-sql/pglite',
      durable: true,
      async open() {
        const { PGlite } = await import('@electric-sql/pglite');
        const { OpfsAhpFS } = await import('@electric-sql/pglite/opfs-ahp');
        const db = await PGlite.create({ fs: new OpfsAhpFS('pglite') });
        for (const sql of create('serial PRIMARY KEY')) await db.exec(sql);
        return {
          async call(operation) {
            const [result] = await db.exec(SQL.get(operation) ?? '');
            return Math.max(result?.rows.length ?? 0, result?.affectedRows ?? 0);
          },
          close: () => db.close(),
        };
      },
    },
    {
      id: 'sqlite-pool',
      package: '@journeyapps/wa-sqlite',
      durable: true,
      async open() {
        const { AccessHandlePoolVFS } = await import('@journeyapps/wa-sqlite/src/examples/AccessHandlePoolVFS.js');
        const db = await openWaSqlite((module) => AccessHandlePoolVFS.create('/sqlite', module));
        for (const sql of create('integer PRIMARY KEY AUTOINCREMENT')) await db.exec(sql);
        return { call: (operation) => db.exec(SQL.get(operation) ?? ''), close: () => db.close() };
      },
    },
  ],
  claims: [
    claim('insert-small', 'sqlite-pool', 'pglite', 19.816 / 3.946),
    claim('update-small', 'pglite', 'sqlite-pool', 0.076 / 0.016),
    claim('update-1k', 'pglite', 'sqlite-pool', 3.959 / 0.017),
    claim('delete-1k', 'sqlite-pool', 'pglite', 19.827 / 4.03),
  ],
};
