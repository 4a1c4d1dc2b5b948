/**
 * Imports rows into every store with SQL, asks about all of them, sorts more than fits into memory, and ends the worker with everything
 * open; writes into the table of the family `app-storage` what came of it:
 * `npm run analytics -w labs [-- --firefox] [--rows=10000,100000,1000000] [CONTENDER...]`.
 */
import { fileURLToPath } from 'node:url';
import { main, say } from '../../scripts/lib/say.mjs';
import { CONTENDERS } from '../../schema/src/families/app-storage/contender-ids.ts';
import { median } from '../../schema/src/documents/stats.ts';
import { withBrowserOn, withServedPage } from '../lib/browser.mjs';
import { browserAsked, contendersAsked, keepCounts } from '../lib/counted-table.mjs';
import { machineText } from '../lib/report.mjs';

const FOLDER = fileURLToPath(new URL('../build/bench', import.meta.url));
/** As little as a store needs to count as sound. */
const SIZE = { batch_rows: 100, puts: 1, point_reads: 10, blob_bytes: 1024, loops: 1 };
const METHOD =
  'Rows of five columns as CSV, 21 to 28 bytes each. Imported in one transaction: by SQLite row by row through a prepared statement, by DuckDB with read_csv. Scan: the number and the sum by one of seven groups, over all rows; top: the ten largest sums of 10,000 persons in a twentieth of the rows; 5 times each, the median. Past memory: a million texts of 100 bytes, sorted with 64 MiB (DuckDB: memory_limit, and temp_directory on OPFS with its files registered beforehand; SQLite: cache_size, which does not hold for what it sorts). Then the worker was ended with everything open, and another one loaded the library, opened the store, gave the first answer and made a checkpoint.';

const rowsAsked = () =>
  (process.argv.find((word) => word.startsWith('--rows='))?.slice(7) ?? '10000,100000,1000000').split(',').map(Number);

const textOf = ({ rows, steps, kept, stored_bytes }) =>
  `${rows} rows: ${steps
    .map(({ step, elapsed_ns, error }) => `${step} ${error ?? `${Math.round(median(elapsed_ns) / 1e6)} ms`}`)
    .join(', ')}; ${kept ?? 'nobody knows how many'} kept, ${stored_bytes ?? '?'} bytes`;

await main(async () => {
  const { browser, launch } = browserAsked();
  const contenders = contendersAsked().filter((id) => ['sqlite-wasm', 'duckdb-wasm'].includes(CONTENDERS[id].library));
  const use = async (served) => {
    for (const contender of contenders) {
      const analytics = [];
      let version = '';
      for (const rows of rowsAsked()) {
        await withBrowserOn(
          served,
          async (opened) => {
            version = opened.version;
            const measure = async (changes) => JSON.stringify(await globalThis.bench.measure(changes));
            const text = await opened.page.evaluate(measure, { ...SIZE, contenders: [contender], analytics: rows });
            const [row] = JSON.parse(text).result.rows;
            say(
              `${contender}: ${row.analytics ? textOf(row.analytics) : (row.failure?.detail ?? row.missing ?? row.status)}`,
            );
            if (row.analytics) analytics.push(row.analytics);
          },
          launch,
        );
      }
      const head = { browser, version, method: METHOD, machine: machineText(FOLDER) };
      if (analytics.length > 0) keepCounts('analytics.json', { ...head, counts: [{ contender, analytics }] });
    }
  };
  await withServedPage(use, { folder: FOLDER, root: 'syncs/page' });
});
