/**
 * Rehearses the move from D1 to PostgreSQL that docs/decisions/0004 describes: fills a local database, copies every table,
 * and runs the service's own statements in both. It changes nothing of the service. psql finds the server by its usual
 * variables (PGHOST, PGPORT, PGUSER, PGDATABASE); the database must be empty.
 *
 * `node worker-api/bench/postgres.ts [--runs 1000000] [--machines 100000] [--state FOLDER]`, with the folder of a run before
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { cutsOf, parseBoardId, type CutKeys } from '@opfsmark/schema/boards';
import { newRunId } from '@opfsmark/schema/documents';
import { FIRST_PAGE } from '../src/boards/ranking.ts';
import { unpackMetrics, type StoredMetrics } from '../src/boards/stored-metrics.ts';
import { cellDeltas, type NetworkVote } from '../src/boards/votes.ts';
import { databaseFile, migrate } from '../tools/local-service.ts';
import { percentile } from '../tools/report.ts';
import { fillVotes } from './fill-votes.ts';
import { fill } from './fill.ts';
import { TABLE_CHANGES, toPostgres } from './postgres-sql.ts';
import { tableSizes } from './sizes.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    machines: { type: 'string', default: '100000' },
    state: { type: 'string' },
  },
});
const SAMPLES = 300;
const BOARD = 'device.seq1m_q8t1_write.shared';
const MIGRATION = new URL('../../schema/migrations/0001_create_results.sql', import.meta.url);
/** About as much as psql takes at once. */
const CHUNK_CHARACTERS = 1 << 20;

function psql(sql: string): string {
  const done = spawnSync('psql', ['-XqAt', '-v', 'ON_ERROR_STOP=1'], {
    input: sql,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout;
}

/** No column of these tables holds bytes. */
const textOf = (value: SQLOutputValue) => (value instanceof Uint8Array ? '' : String(value));
const escaped = (value: SQLOutputValue) =>
  value === null
    ? '\\N'
    : textOf(value).replace(/[\\\t\n\r]/g, (c) => ({ '\t': '\\t', '\n': '\\n', '\r': '\\r' })[c] ?? '\\\\');

/** Streams a table into COPY. */
async function copyTable(db: DatabaseSync, table: string): Promise<void> {
  const columns = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => `"${String(name)}"`);
  const child = spawn('psql', [
    '-Xq',
    '-v',
    'ON_ERROR_STOP=1',
    '-c',
    `COPY ${table} (${columns.join(', ')}) FROM STDIN`,
  ]);
  const ended = new Promise<void>((resolve, reject) => {
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`COPY ${table} ended with ${code}`))));
  });
  child.stderr.pipe(process.stderr);
  let text = '';
  const flush = async () => {
    const part = text;
    text = '';
    if (!child.stdin.write(part)) await new Promise((resolve) => child.stdin.once('drain', resolve));
  };
  for (const row of db.prepare(`SELECT * FROM ${table}`).iterate()) {
    text += `${Object.values(row).map(escaped).join('\t')}\n`;
    if (text.length > CHUNK_CHARACTERS) await flush();
  }
  await flush();
  child.stdin.end();
  await ended;
}

async function move(file: string): Promise<void> {
  const ddl = TABLE_CHANGES.reduce(
    (text, [pattern, change]) => text.replace(pattern, change),
    readFileSync(MIGRATION, 'utf8'),
  );
  const statements = ddl
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  const isIndex = (statement: string) => /^CREATE (UNIQUE )?INDEX/.test(statement);
  const db = new DatabaseSync(file, { readOnly: true });
  const laps = lapTimer();
  for (const statement of statements.filter((own) => !isIndex(own))) {
    psql(`${statement};`);
    const table = /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? '';
    await copyTable(db, table);
  }
  laps('tables copied with their primary keys');
  psql(
    statements
      .filter(isIndex)
      .map((statement) => `${statement};`)
      .join('\n'),
  );
  laps('indexes made');
  psql('VACUUM ANALYZE;');
  laps('vacuumed and analyzed');
  db.close();
}

function lapTimer(): (what: string) => void {
  let start = performance.now();
  return (what) => {
    console.log(`${what}: ${((performance.now() - start) / 1e3).toFixed(1)} s`);
    start = performance.now();
  };
}

function printSizes(state: string): void {
  const sizes = psql(
    "SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace;",
  );
  const postgres = new Map(
    sizes
      .trim()
      .split('\n')
      .map((line) => line.split('|'))
      .map(([name = '', own, indexes]) => [name, [Number(own), Number(indexes)]]),
  );
  const mb = (bytes: number | undefined) => ((bytes ?? 0) / 1e6).toFixed(1).padStart(9);
  console.log(`${'table'.padEnd(16)}      rows  SQLite MB  indexes  Postgres MB  indexes`);
  for (const { table, rows, bytes, indexBytes } of tableSizes(state)) {
    if (rows < 100) continue;
    const [own, indexes] = postgres.get(table) ?? [];
    console.log(
      `${table.padEnd(16)} ${String(rows).padStart(9)} ${mb(bytes)} ${mb(indexBytes)} ${mb(own)} ${mb(indexes)}`,
    );
  }
}

interface Call {
  readonly sql: string;
  readonly params: readonly SQLOutputValue[];
}

/** One operation of the service: the statements of each transaction that it makes. */
type Transactions = (readonly Call[])[];

/** A statement of D1, as far as the store needs it. */
class Statement {
  readonly #db: LocalD1;
  readonly call: Call;
  constructor(db: LocalD1, call: Call) {
    this.#db = db;
    this.call = call;
  }
  bind(...params: SQLOutputValue[]): Statement {
    return new Statement(this.#db, { ...this.call, params });
  }
  async all(): Promise<{ results: unknown[]; meta: object }> {
    const [found] = await this.#db.batch([this]);
    return found ?? { results: [], meta: {} };
  }
  run(): Promise<{ results: unknown[]; meta: object }> {
    return this.all();
  }
  async first(column?: string): Promise<unknown> {
    const row = (await this.all()).results[0] as Record<string, unknown> | undefined;
    return row === undefined ? null : column === undefined ? row : row[column];
  }
}

/** A file as the store asks it, in this process: without the network and the limits of D1. It writes down what it is asked. */
class LocalD1 {
  readonly #file: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  asked: Transactions = [];
  /** Time that its statements took, without what the service makes of their answers. */
  ms = 0;
  constructor(file: string) {
    this.#file = new DatabaseSync(file);
    this.#file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -1000000');
  }
  prepare(sql: string): Statement {
    return new Statement(this, { sql, params: [] });
  }
  batch(statements: readonly Statement[]): Promise<{ results: unknown[]; meta: object }[]> {
    this.asked.push(statements.map(({ call }) => call));
    const start = performance.now();
    this.#file.exec('BEGIN');
    const all = statements.map(({ call }) => ({ results: this.#run(call), meta: {} }));
    this.#file.exec('COMMIT');
    this.ms += performance.now() - start;
    return Promise.resolve(all);
  }
  #run({ sql, params }: Call): unknown[] {
    const statement = this.#statements.get(sql) ?? this.#file.prepare(sql);
    this.#statements.set(sql, statement);
    return statement.all(...params);
  }
}

type RunRow = CutKeys &
  StoredMetrics &
  Record<string, string | number> & { run_id: string; network: number; flush: string };
interface VoteRow {
  readonly generation: number;
  readonly cut: string;
  readonly vote: NetworkVote;
  readonly members: string;
  readonly version: number;
}

/** The functions of the store that are measured. Their types are those of Workers, which a script of Node.js does not know. */
interface Store {
  readonly selectRun: (db: LocalD1, id: string) => Promise<RunRow>;
  readonly selectPeers: (db: LocalD1, keys: RunRow, network: number) => Promise<unknown>;
  readonly countAgainstQuota: (db: LocalD1, source: string, limit: number, nowMs: number) => Statement;
  readonly insertRun: (db: LocalD1, run: object, perNetwork: number) => Statement[];
  readonly leaseDirty: (db: LocalD1, keys: string, nowMs: number, force: boolean) => Promise<unknown>;
  readonly dirtyKeyOf: (keys: CutKeys, network: number) => string;
  readonly selectVotes: (
    db: LocalD1,
    network: number,
    cuts: string[],
    changed: string[],
  ) => Promise<{ generationsText: string; stored: VoteRow[] }>;
  readonly writeVotes: (db: LocalD1, network: number, generations: string, changes: object[]) => Statement[];
  readonly sampleVotes: (db: LocalD1, cuts: string[]) => Promise<unknown>;
  readonly selectCells: (db: LocalD1, cuts: string[]) => Promise<unknown>;
  readonly addToCells: (db: LocalD1, deltas: object[]) => Statement;
  readonly selectEntriesOf: (db: LocalD1, subjects: string[]) => Promise<unknown>;
  readonly selectEntries: (db: LocalD1, board: string, after: object, limit: number) => Promise<unknown>;
  readonly selectRecent: (db: LocalD1, board: object) => Promise<unknown>;
  readonly selectRuns: (db: LocalD1, filter: object, before: object, limit: number) => Promise<unknown>;
  readonly NEWEST: object;
}

async function importStore(): Promise<Store> {
  const names = ['runs', 'peers', 'quota', 'dirty', 'votes', 'cells', 'boards', 'recent', 'listing'];
  const files = await Promise.all(
    names.map((name): Promise<object> => import(new URL(`../src/store/${name}.ts`, import.meta.url).href)),
  );
  return files.reduce((all, file) => ({ ...all, ...file })) as Store;
}

/** What is done with a run that stands for all, by name, in the order in which an upload does it. */
function operationsOn(store: Store, db: LocalD1, run: RunRow): Record<string, () => Promise<unknown>> {
  const nowMs = Date.now();
  const added = { ...run, run_id: newRunId(nowMs), created_ms: nowMs, result_hash: '', status: 'published', trust: 1 };
  const newRun = { ...added, metrics: unpackMetrics(run), reasons: [], unranked: [] };
  const cuts = Object.values(cutsOf(run));
  const subjects = [
    run.device,
    run.drive,
    run.interface,
    run.os,
    `${run.filesystem}|${run.os}`,
    `${run.device}|${run.filesystem}`,
  ];
  let known: Awaited<ReturnType<Store['selectVotes']>> = { generationsText: '', stored: [] };
  return {
    'upload: peers to compare with': () => store.selectPeers(db, run, run.network),
    'upload: run, quota, dirty key': () =>
      db.batch([store.countAgainstQuota(db, run.run_id, 1e9, nowMs), ...store.insertRun(db, newRun, 2)]),
    'refresh: lease': () => store.leaseDirty(db, store.dirtyKeyOf(run, run.network), nowMs, true),
    'refresh: votes and their runs': async () => {
      known = await store.selectVotes(db, run.network, cuts, [added.run_id]);
    },
    'refresh: write votes and cells': () => {
      const changes = known.stored.map((before) => {
        const vote = { ...before.vote, runs: before.vote.runs + 1 };
        return { ...before, before, after: { vote, members: `${added.run_id},${before.members}` } };
      });
      const deltas = changes.flatMap((c) => cellDeltas(c.generation, c.cut, c.before.vote, c.after.vote));
      return db.batch([
        ...store.writeVotes(db, run.network, known.generationsText, changes),
        store.addToCells(db, deltas),
      ]);
    },
    'refresh: cells': () => store.selectCells(db, cuts),
    'refresh: votes of others': () => store.sampleVotes(db, cuts),
    'refresh: rows of its lines': () => store.selectEntriesOf(db, subjects),
    permalink: () => store.selectRun(db, run.run_id),
    'board: page of 50 rows': () => store.selectEntries(db, BOARD, FIRST_PAGE, 51),
    'board: recent runs': () => store.selectRecent(db, parseBoardId(BOARD) ?? {}),
    'runs of a device': () => store.selectRuns(db, { by: 'device', value: run.device }, store.NEWEST, 51),
  };
}

interface Measured {
  readonly name: string;
  readonly ms: number;
  readonly asked: Transactions;
}

async function measureSqlite(store: Store, file: string): Promise<Measured[]> {
  const reader = new DatabaseSync(file, { readOnly: true });
  const ids = reader
    .prepare('SELECT run_id FROM run ORDER BY run_id')
    .all()
    .map(({ run_id }) => String(run_id));
  reader.close();
  const db = new LocalD1(file);
  const measured: Measured[] = [];
  for (let n = 0; n < SAMPLES; n++) {
    const run = await store.selectRun(db, ids[Math.floor(((n + 0.5) / SAMPLES) * ids.length)] ?? '');
    for (const [name, act] of Object.entries(operationsOn(store, db, run))) {
      [db.asked, db.ms] = [[], 0];
      await act();
      measured.push({ name, ms: db.ms, asked: db.asked });
    }
  }
  return measured;
}

const literal = (value: SQLOutputValue) =>
  value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : textOf(value);
const isFraction = (value: SQLOutputValue) => typeof value === 'number' && !Number.isSafeInteger(value);
const isNumber = (value: SQLOutputValue) => typeof value === 'number';

/** Runs the same statements by psql, prepared, and returns the milliseconds of each operation. */
function measurePostgres(measured: readonly Measured[]): number[] {
  const calls = measured.flatMap(({ asked }) => asked.flat());
  const prepared = new Map<string, string>();
  const script = ['\\set ON_ERROR_STOP on', '\\o /dev/null'];
  for (const [sql, own] of Map.groupBy(calls, ({ sql }) => sql)) {
    const types = (own[0]?.params ?? []).map((_, i) => {
      const given = own.map(({ params }) => params[i] ?? null);
      return given.some(isFraction) ? 'double precision' : given.some(isNumber) ? 'bigint' : 'text';
    });
    prepared.set(sql, `q${prepared.size}`);
    script.push(
      `PREPARE ${prepared.get(sql)}${types.length > 0 ? ` (${types.join(', ')})` : ''} AS ${toPostgres(sql)};`,
    );
  }
  script.push('\\timing on');
  for (const { asked } of measured) {
    script.push('\\echo @');
    for (const transaction of asked) {
      const executed = transaction.map(
        ({ sql, params }) =>
          `EXECUTE ${prepared.get(sql)}${params.length > 0 ? `(${params.map(literal).join(', ')})` : ''};`,
      );
      script.push(...(executed.length > 1 ? ['BEGIN;', ...executed, 'COMMIT;'] : executed));
    }
  }
  const parts = psql(script.join('\n')).split(/^@$/m).slice(1);
  return parts.map((part) => [...part.matchAll(/^Time: ([\d.]+) ms/gm)].reduce((sum, [, ms]) => sum + Number(ms), 0));
}

function printTimes(measured: readonly Measured[], postgresMs: readonly number[]): void {
  const paired = measured.map((own, i) => ({ ...own, postgres: postgresMs[i] ?? Number.NaN }));
  console.log('median (99 %) in ms'.padEnd(34) + 'SQLite'.padStart(18) + 'PostgreSQL'.padStart(18));
  for (const [name, own] of Map.groupBy(paired, ({ name }) => name)) {
    const shown = (values: readonly number[]) =>
      `${percentile(values, 0.5).toFixed(2)} (${percentile(values, 0.99).toFixed(1)})`.padStart(18);
    console.log(name.padEnd(34) + shown(own.map(({ ms }) => ms)) + shown(own.map(({ postgres }) => postgres)));
  }
}

const state = options.state ?? mkdtempSync(join(tmpdir(), 'opfsmark-postgres-'));
if (!existsSync(join(state, 'v3'))) {
  const laps = lapTimer();
  migrate(state);
  fill(databaseFile(state), { runs: Number(options.runs), machines: Number(options.machines) });
  fillVotes(databaseFile(state));
  laps('filled');
}
await move(databaseFile(state));
printSizes(state);
const measured = await measureSqlite(await importStore(), databaseFile(state));
printTimes(measured, measurePostgres(measured));
