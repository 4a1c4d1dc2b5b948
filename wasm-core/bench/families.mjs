/** Rows of the families: by which order of calls small files are created best, and SQLite against native SQLite. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from '../../scripts/lib/say.mjs';
import { withBenchPage } from './browser.mjs';
import { median } from './measure.mjs';
import { table } from './report.mjs';

const NATIVE_SQLITE = fileURLToPath(new URL('./families/native-sqlite.py', import.meta.url));
const FILES = 150;
const FILE_BYTES = 4096;

const IN_FLIGHT = [1, 2, 4, 8, 16, 32];
const ORDERS = ['sync', 'writable'].flatMap((api) => [
  ...IN_FLIGHT.map((inFlight) => ({ api, order: 'each', inFlight })),
  { api, order: 'stages', inFlight: 1 },
  { api, order: 'stages', inFlight: 8 },
]);
/** What the family does: wasm-core/ts/workloads/small-files. */
const CHOSEN = { sync: 'sync, each, 32 in flight', writable: 'writable, each, 16 in flight' };

const nameOf = ({ api, order, inFlight }) => `${api}, ${order}, ${inFlight} in flight`;

/** Orders take turns, so that a drive that becomes slower makes all of them slower. */
async function measureOrders(page, repeats) {
  const rates = new Map(ORDERS.map((order) => [nameOf(order), []]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const order of repeat % 2 === 0 ? ORDERS : ORDERS.toReversed()) {
      const request = { ...order, files: FILES, fileBytes: FILE_BYTES };
      rates.get(nameOf(order)).push(await page.evaluate((body) => globalThis.bench.createFiles(body), request));
    }
  }
  return new Map([...rates].map(([name, values]) => [name, median(values)]));
}

async function printSmallFiles({ page, repeats }) {
  const rates = await measureOrders(page, repeats);
  for (const [api, chosen] of Object.entries(CHOSEN)) {
    const own = [...rates].filter(([name]) => name.startsWith(api)).toSorted(([, a], [, b]) => b - a);
    const best = own[0][1];
    const lines = own.map(([name, rate]) => [
      name === chosen ? `${name} (the family)` : name,
      rate.toFixed(0),
      (rate / best).toFixed(3),
    ]);
    say(`\nCreating ${FILES} files of ${FILE_BYTES} B, ${api}\n${table(['order', 'files/s', 'to the best'], lines)}`);
  }
}

const PHASES = ['bulk', 'one row a transaction', 'point reads'];
const ROWS = { bulk_rows: 20_000, single_rows: 300, point_reads: 5_000, row_bytes: 1_000 };
const FLOOR = 0.5;
/** The family's own, and the default of SQLite in a browser: a browser's price is by the call. */
const PAGE_BYTES = [32_768, 8_192];

function nativeSqlite(folder, pageBytes) {
  const path = join(folder, `native-${process.pid}.db`);
  const rows = [ROWS.bulk_rows, ROWS.single_rows, ROWS.point_reads, ROWS.row_bytes].map(String);
  const printed = execFileSync('python3', [NATIVE_SQLITE, path, String(pageBytes), ...rows], { encoding: 'utf8' });
  return JSON.parse(printed);
}

/** DELETE and FULL on both sides, on one disk, in turns. */
async function printSqlite({ page, folder, repeats, pageBytes }) {
  const ratios = PHASES.map(() => []);
  const rates = { wasm: PHASES.map(() => []), native: PHASES.map(() => []) };
  let versions = '';
  for (let repeat = 0; repeat < repeats; repeat++) {
    const sides = {
      wasm: async () => {
        const { result, rowsPerS } = await page.evaluate((rows) => globalThis.bench.database(rows), {
          ...ROWS,
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
    const found = {};
    for (const side of order) found[side] = await sides[side]();
    PHASES.forEach((_, phase) => {
      ratios[phase].push(found.wasm[phase] / found.native[phase]);
      for (const side of order) rates[side][phase].push(found[side][phase]);
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

export function printFamilies(folder, { port, repeats }) {
  return withBenchPage(
    async ({ page, scratch }) => {
      await printSmallFiles({ page, repeats });
      for (const pageBytes of PAGE_BYTES) await printSqlite({ page, folder: scratch, repeats, pageBytes });
    },
    { folder, port, root: 'families' },
  );
}
