/** The cells of storage for apps: SQLite in Chromium against the same statements on Node's SQLite, in one run. */
import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { standardPlan, WORKLOAD_IDS, workloadSize } from '@opfsmark/schema/families';
import { say } from '../../scripts/lib/say.mjs';
import { STATEMENT_ROWS } from './families/run-loops.ts';
import { SQL_PRAGMAS } from './families/sqlite-loops.ts';
import { median } from './measure.mjs';
import { runNativeLoops } from './native-sqlite/store.ts';
import { table } from './report.mjs';

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
/** Of a time, to call both the same. */
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
  const measured = { wasm: [], native: [] };
  const run = {
    wasm: () => page.evaluate(([where, size]) => globalThis.bench.sqliteLoops(where, size), [place, PLAN]),
    native: () => runNative(place, folder),
  };
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const side of repeat % 2 === 0 ? ['wasm', 'native'] : ['native', 'wasm']) {
      measured[side].push(medians(await run[side]()));
    }
  }
  const names = place === 'memory' ? [...CELLS, `one statement, ${STATEMENT_ROWS} rows`] : CELLS;
  const lines = names.map((id, cell) => {
    const ratio = median(measured.wasm.map((values, repeat) => values[cell] / measured.native[repeat][cell]));
    const times = [measured.wasm, measured.native].map((side) => median(side.map((values) => values[cell])).toFixed(1));
    return [id, ...times, ratio.toFixed(2), ratio > MAX_RATIO ? 'slower' : ''];
  });
  say(`\n${NAMES[place]}\n${table(['µs per operation', 'Chromium', 'native', 'ratio', ''], lines)}`);
}

export async function printSqliteCells(bench) {
  for (const place of Object.keys(SQL_PRAGMAS)) await printPlace(bench, place);
}
