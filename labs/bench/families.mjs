/** Rows of the families: by which order of calls small files are created best, and SQLite against native SQLite, for both families that have it. */
import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { standardPlan } from '@opfsmark/schema/families';
import { WORKLOAD_IDS, workloadSize } from '@opfsmark/schema/families/app-storage/plan';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from '@opfsmark/schema/documents';
import { say } from '../../scripts/lib/say.mjs';
import { withBenchPage } from '../lib/browser.mjs';
import { SQL_PRAGMAS, STATEMENT_ROWS } from './families/loops.ts';
import { runNativeLoops } from './native-sqlite/store.ts';
import { table } from '../lib/report.mjs';

/** The cells of storage for apps: SQLite in Chromium against the same statements on Node's SQLite, in one run. */

/** More loops than a run has, and as many values: what disturbs one hits few. */
const PLAN = { ...standardPlan('app-storage'), loops: 9 };
/** Both stores stay open, so the cold open is not compared. */
const CELLS = WORKLOAD_IDS.filter((id) => id !== 'open');
/** As the build for browsers has them by default. */
const SAME_AS_BROWSER = 'PRAGMA page_size = 8192; PRAGMA cache_size = -16384;';
const NAMES = {
  memory: 'in memory on both sides: no VFS',
  file: 'opfs-sahpool against a file: rollback journal, synchronous=full',
  'file-wal': 'opfs-sahpool against a file: WAL, exclusive, synchronous=full',
};
/** The largest ratio of two times that are called the same. */
const MAX_RATIO = 1.1;

async function runNative(place, folder) {
  const path = place === 'memory' ? ':memory:' : join(folder, 'native-cells.db');
  const remove = () => ['', '-wal', '-shm', '-journal'].forEach((end) => rmSync(`${path}${end}`, { force: true }));
  try {
    return await runNativeLoops(path, `${SAME_AS_BROWSER} ${SQL_PRAGMAS[place]}`, PLAN);
  } finally {
    if (place !== 'memory') remove();
  }
}

/** Microseconds per operation, cell by cell: the median of the loops; at the end that of the one long statement. */
function medians({ loops, statementNs }) {
  const cells = CELLS.map((id) => {
    const { ops } = workloadSize(PLAN, id);
    return median(loops.map((cells) => cells.find(({ workload }) => workload === id).elapsedNs / ops / 1000));
  });
  return statementNs.length > 0 ? [...cells, median(statementNs) / 1000] : cells;
}

async function printPlace({ page, folder, repeats }, place) {
  const sides = { wasm: [], native: [] };
  const run = {
    wasm: () => page.evaluate(([where, size]) => globalThis.bench.sqliteLoops(where, size), [place, PLAN]),
    native: () => runNative(place, folder),
  };
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const side of repeat % 2 === 0 ? ['wasm', 'native'] : ['native', 'wasm']) {
      sides[side].push(medians(await run[side]()));
    }
  }
  const names = place === 'memory' ? [...CELLS, `one statement, ${STATEMENT_ROWS} rows`] : CELLS;
  const lines = names.map((id, cell) => {
    const ratio = median(sides.wasm.map((values, repeat) => values[cell] / sides.native[repeat][cell]));
    const times = [sides.wasm, sides.native].map((side) => median(side.map((values) => values[cell])).toFixed(1));
    return [id, ...times, ratio.toFixed(2), ratio > MAX_RATIO ? 'slower' : ''];
  });
  say(`\n${NAMES[place]}\n${table(['µs per operation', 'Chromium', 'native', 'ratio', ''], lines)}`);
}

async function printSqliteCells(bench) {
  for (const place of Object.keys(SQL_PRAGMAS)) await printPlace(bench, place);
}

const NATIVE_SQLITE = fileURLToPath(new URL('./families/native-sqlite.py', import.meta.url));
const FILES = 100;
/** Short ones, so that a disturbance hits few of them. */
const WINDOWS_PER_REPEAT = 6;
const FILE_BYTES = 4096;

const ORDERS = [
  ...[1, 2, 4, 6, 8, 12, 16, 32].map((inFlight) => ({ order: 'each', inFlight, workers: 1 })),
  ...[4, 8].map((inFlight) => ({ order: 'named first', inFlight, workers: 1 })),
  ...[1, 8].map((inFlight) => ({ order: 'stages', inFlight, workers: 1 })),
  ...[1, 4, 8].map((inFlight) => ({ order: 'each', inFlight, workers: 2 })),
  { order: 'each', inFlight: 2, workers: 4 },
];
/** What the family does: wasm-core/ts/families/small-files. */
const FAMILY_ORDERS = { sync: 'each, 8 in flight, 2 workers', writable: 'each, 16 in flight, 1 worker' };

const nameOf = ({ order, inFlight, workers }) =>
  `${order}, ${inFlight} in flight, ${workers} ${workers === 1 ? 'worker' : 'workers'}`;

/** Orders take turns, so that a drive that becomes slower makes all of them slower. */
async function measureOrders(page, api, windows) {
  const orderRates = ORDERS.map((order) => ({ order: { api, ...order }, rates: [] }));
  for (let window = 0; window < windows; window++) {
    for (const { order, rates } of window % 2 === 0 ? orderRates : orderRates.toReversed()) {
      const request = { ...order, files: FILES, fileBytes: FILE_BYTES };
      rates.push(await page.evaluate((body) => globalThis.bench.createFiles(body), request));
    }
  }
  return orderRates;
}

/** What comes between only ever makes creating slower: the window at the border of the fastest tenth stands for all. */
const undisturbedRate = (rates) => rates.toSorted((a, b) => b - a)[Math.floor(rates.length / 10)];

async function printOrders({ page, repeats }, api) {
  const windows = repeats * WINDOWS_PER_REPEAT;
  const orderRates = await measureOrders(page, api, windows);
  const family = orderRates.find(({ order }) => nameOf(order) === FAMILY_ORDERS[api]);
  const best = Math.max(...orderRates.map(({ rates }) => undisturbedRate(rates)));
  const lines = orderRates
    .toSorted((a, b) => undisturbedRate(b.rates) - undisturbedRate(a.rates))
    .map(({ order, rates }) => [
      order === family.order ? `${nameOf(order)} (the family)` : nameOf(order),
      ...[undisturbedRate(rates), median(rates)].map((rate) => rate.toFixed(0)),
      (undisturbedRate(rates) / best).toFixed(2),
    ]);
  say(
    `\nCreating ${FILES} files of ${FILE_BYTES} B, ${api}: files/s, ${windows} windows each\n` +
      table(['order', 'fastest tenth', 'median', 'to the best'], lines),
  );
}

const PHASES = ['bulk', 'one row per transaction', 'point reads'];
const ROWS = { bulk_rows: 20_000, single_rows: 300, point_reads: 5_000, row_bytes: 1_000 };
const FLOOR = 0.5;
/** The family's own, and the default of SQLite in a browser: a browser's price is by the call. */
const PAGE_BYTES = [32_768, 8_192];

function nativeSqlite(folder, pageBytes) {
  const path = join(folder, `native-${process.pid}.db`);
  const rows = [ROWS.bulk_rows, ROWS.single_rows, ROWS.point_reads, ROWS.row_bytes].map(String);
  const output = execFileSync('python3', [NATIVE_SQLITE, path, String(pageBytes), ...rows], { encoding: 'utf8' });
  return JSON.parse(output);
}

/** DELETE and FULL on both sides, on one disk, in turns. */
async function printSqlite({ page, folder, repeats }, pageBytes) {
  const ratios = PHASES.map(() => []);
  const rates = { wasm: PHASES.map(() => []), native: PHASES.map(() => []) };
  let versions = '';
  for (let repeat = 0; repeat < repeats; repeat++) {
    const sides = {
      wasm: async () => {
        const { result, rowsPerS } = await page.evaluate((rows) => globalThis.bench.database(rows), {
          ...ROWS,
          enough_s: 0,
          page_bytes: pageBytes,
        });
        versions = `SQLite ${result.sqlite_version} in Chromium`;
        return rowsPerS;
      },
      native: () => {
        const { version, rows_per_s } = nativeSqlite(folder, pageBytes);
        versions += `, ${version} native`;
        return rows_per_s;
      },
    };
    const order = repeat % 2 === 0 ? ['wasm', 'native'] : ['native', 'wasm'];
    const sideRates = {};
    for (const side of order) sideRates[side] = await sides[side]();
    PHASES.forEach((_, phase) => {
      ratios[phase].push(sideRates.wasm[phase] / sideRates.native[phase]);
      for (const side of order) rates[side][phase].push(sideRates[side][phase]);
    });
  }
  const lines = PHASES.map((phase, index) => [
    phase,
    ...[rates.wasm, rates.native].map((side) => median(side[index]).toFixed(0)),
    median(ratios[index]).toFixed(3),
    phase === 'point reads' ? '' : FLOOR.toFixed(2),
    phase !== 'point reads' && median(ratios[index]) < FLOOR ? 'under the floor' : '',
  ]);
  say(
    `\n${versions}; pages of ${pageBytes} B\n${table(['rows/s', 'Chromium', 'native', 'ratio', 'floor', ''], lines)}`,
  );
}

const ROWS_OF = {
  create_sync: (bench) => printOrders(bench, 'sync'),
  create_writable: (bench) => printOrders(bench, 'writable'),
  sqlite: async (bench) => {
    for (const pageBytes of PAGE_BYTES) await printSqlite(bench, pageBytes);
  },
  sqlite_cells: printSqliteCells,
};
export const FAMILY_ROWS = Object.keys(ROWS_OF);

/** @param {{ port: number, repeats: number, only: readonly string[] }} options `only`: where it names no row of the families, all of them */
export function printFamilies(folder, { port, repeats, only }) {
  const namedRows = Object.entries(ROWS_OF).filter(([id]) => only.includes(id));
  return withBenchPage(
    async ({ page, scratch }) => {
      const bench = { page, repeats, folder: scratch };
      for (const [, print] of namedRows.length > 0 ? namedRows : Object.entries(ROWS_OF)) await print(bench);
    },
    { folder, port, root: 'bench/families' },
  );
}
