import { mean, openWaSqlite, type PublishedTable } from '../table.ts';

/** A fifth of the source's, so that a run takes seconds. */
const ROWS = 5000;
const FEW_ROWS = 200;
const REFILLED_ROWS = 2400;
const COUNTS = 100;
const INDEXED_COUNTS = 1000;

interface Step {
  readonly id: string;
  readonly kind: 'read' | 'write';
  /** Handed over as one script. */
  readonly statements: readonly string[];
  /** Published milliseconds: PGlite and SQLite, both on pools of access handles. */
  readonly ms: readonly [pglite: number, sqlite: number];
}

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const spelled = (value: number) => Array.from(String(value), (digit) => DIGITS[Number(digit)]).join(' ');

/** Up to a hundred thousand, as in the source. */
const valueOf = (row: number) => (row * 7919) % 100_003;

const each = (count: number, statementOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => statementOf(at));
const together = (...statements: readonly string[]) => ['BEGIN', ...statements, 'COMMIT'];

const create = (table: string) => `CREATE TABLE ${table} (a INTEGER, b INTEGER, c VARCHAR(100))`;
const insert = (table: string) => (at: number) =>
  `INSERT INTO ${table} VALUES (${at + 1}, ${valueOf(at + 1)}, '${spelled(valueOf(at + 1))}')`;
const count = (where: string) => `SELECT count(*) AS found, avg(b) FROM t2 WHERE ${where}`;
const within = (column: string, from: number, size: number) => `${column} >= ${from} AND ${column} < ${from + size}`;

/** Without the two that make and drop tables and indexes only. */
const STEPS: readonly Step[] = [
  { id: 'insert-alone', kind: 'write', ms: [25, 24_670], statements: [create('t1'), ...each(FEW_ROWS, insert('t1'))] },
  {
    id: 'insert-together',
    kind: 'write',
    ms: [296, 137],
    statements: together(create('t2'), ...each(ROWS, insert('t2'))),
  },
  {
    id: 'insert-indexed',
    kind: 'write',
    ms: [402, 143],
    statements: together(create('t3'), 'CREATE INDEX i3 ON t3 (c)', ...each(ROWS, insert('t3'))),
  },
  {
    id: 'count-range',
    kind: 'read',
    ms: [215, 103],
    statements: together(...each(COUNTS, (at) => count(within('b', at * 100, 1000)))),
  },
  {
    id: 'count-text',
    kind: 'read',
    ms: [482, 452],
    statements: together(...each(COUNTS, (at) => count(`c LIKE '%${spelled(at)}%'`))),
  },
  {
    // Ranges up to five times the largest value, as in the source.
    id: 'count-indexed',
    kind: 'read',
    ms: [178, 44],
    statements: together(...each(INDEXED_COUNTS, (at) => count(within('b', at * 500, 100)))),
  },
  {
    // Rows up to ten times the last one, as in the source.
    id: 'update-range',
    kind: 'write',
    ms: [113, 53],
    statements: together(...each(FEW_ROWS, (at) => `UPDATE t1 SET b = b * 2 WHERE ${within('a', at * 10, 10)}`)),
  },
  {
    id: 'update-number',
    kind: 'write',
    ms: [727, 163],
    statements: together(...each(ROWS, (at) => `UPDATE t2 SET b = ${valueOf(at + ROWS)} WHERE a = ${at + 1}`)),
  },
  {
    id: 'update-text',
    kind: 'write',
    ms: [936, 132],
    statements: together(
      ...each(ROWS, (at) => `UPDATE t2 SET c = '${spelled(valueOf(at + ROWS))}' WHERE a = ${at + 1}`),
    ),
  },
  {
    id: 'copy',
    kind: 'write',
    ms: [186, 102],
    statements: together('INSERT INTO t1 SELECT b, a, c FROM t2', 'INSERT INTO t2 SELECT b, a, c FROM t1'),
  },
  { id: 'delete-text', kind: 'write', ms: [27, 94], statements: ["DELETE FROM t2 WHERE c LIKE '%five zero%'"] },
  {
    id: 'delete-range',
    kind: 'write',
    ms: [39, 65],
    statements: [`DELETE FROM t2 WHERE a > 10 AND a < ${0.8 * ROWS}`],
  },
  { id: 'refill', kind: 'write', ms: [148, 84], statements: ['INSERT INTO t2 SELECT * FROM t1'] },
  {
    id: 'refill-alone',
    kind: 'write',
    ms: [161, 58],
    statements: together('DELETE FROM t1', ...each(REFILLED_ROWS, insert('t1'))),
  },
];

/** Not timed: the source has an operation of its own for them. */
const INDEXES = { step: 'count-indexed', sql: 'CREATE INDEX i2a ON t2 (a); CREATE INDEX i2b ON t2 (b)' };

const SCRIPTS = new Map(
  STEPS.map(({ id, statements }) => [
    id,
    { sql: statements.join(';\n'), isAboutRows: statements.map((sql) => /^(SELECT|INSERT|UPDATE|DELETE)/.test(sql)) },
  ]),
);

/** Runs an operation with what answers, for each statement of a script, how many rows it counted or changed. */
function suite(run: (sql: string) => Promise<readonly number[]>, close: () => Promise<void>) {
  return {
    async prepare(operation: string) {
      if (operation === INDEXES.step) await run(INDEXES.sql);
    },
    async call(operation: string) {
      const { sql = '', isAboutRows = [] } = SCRIPTS.get(operation) ?? {};
      return (await run(sql)).filter((_, at) => isAboutRows[at]);
    },
    close,
  };
}

export const table: PublishedTable = {
  source: {
    title: 'PGlite: Benchmarks, SQLite benchmark suite',
    url: 'https://pglite.dev/benchmarks',
    date: '2024-08-08',
    script: 'https://github.com/electric-sql/pglite/blob/e706ffab/packages/benchmark/src/benchmarks.js',
    revision: 'e706ffab (2024-08-04)',
    machine: 'MacBook Air, M2',
  },
  figures: STEPS.flatMap(({ id, ms }) => [
    { operation: id, contender: 'pglite', ms: ms[0] },
    { operation: id, contender: 'sqlite-pool', ms: ms[1] },
  ]),
  mean,
  operations: STEPS.map(({ id, kind }) => ({ id, kind, calls: 1, counted: 1 })),
  contenders: [
    {
      id: 'pglite',
      package: '@electric-sql/pglite',
      durable: true,
      async open() {
        const { PGlite } = await import('@electric-sql/pglite');
        const { OpfsAhpFS } = await import('@electric-sql/pglite/opfs-ahp');
        const db = await PGlite.create({ fs: new OpfsAhpFS('pglite') });
        const run = async (sql: string) =>
          (await db.exec(sql)).map(({ rows: [first], rowCount = 0 }) => Number(first?.['found'] ?? rowCount));
        return suite(run, () => db.close());
      },
    },
    {
      id: 'sqlite-pool',
      package: '@journeyapps/wa-sqlite',
      durable: true,
      async open() {
        const { AccessHandlePoolVFS } = await import('@journeyapps/wa-sqlite/src/examples/AccessHandlePoolVFS.js');
        const db = await openWaSqlite((module) => AccessHandlePoolVFS.create('/sqlite', module));
        return suite(
          (sql) => db.script(sql),
          () => db.close(),
        );
      },
    },
  ],
  claims: [
    { operation: 'insert-alone', slow: 'sqlite-pool', fast: 'pglite', published: 24_670 / 25 },
    { operation: 'insert-together', slow: 'pglite', fast: 'sqlite-pool', published: 296 / 137 },
    { operation: 'count-indexed', slow: 'pglite', fast: 'sqlite-pool', published: 178 / 44 },
    { operation: 'update-text', slow: 'pglite', fast: 'sqlite-pool', published: 936 / 132 },
    { operation: 'delete-text', slow: 'sqlite-pool', fast: 'pglite', published: 94 / 27 },
  ],
};
