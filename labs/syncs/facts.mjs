/**
 * Runs the family `app-storage` once with every contender in Chromium, or in Firefox, and writes what came of it into the
 * family's table of facts, which it prints for a README: `npm run facts -w labs [-- --firefox] [CONTENDER...]`.
 */
import { fileURLToPath } from 'node:url';
import { main, say } from '../../scripts/lib/say.mjs';
import { withBenchPage } from '../lib/browser.mjs';
import { machineText } from '../lib/report.mjs';
import { browserAsked, contendersAsked, keepCounts } from '../lib/counted-table.mjs';
import { LANGUAGES } from '../../schema/src/answer/words/languages.ts';
import { MIB, sizeText } from '../../schema/src/documents/units.ts';
import en from '../../schema/src/families/app-storage/en.ts';
import { CONTENDER_IDS } from '../../schema/src/families/app-storage/contender-ids.ts';
import { loopsOfContender } from '../../schema/src/families/app-storage/plan.ts';
import common from '../../schema/src/figures/words/en.ts';
import { storeFactsMarkdown } from '../../schema/src/report/store-facts.ts';

const FOLDER = fileURLToPath(new URL('../build/bench', import.meta.url));
/** Enough for a time per operation of every store within a minute. */
const SIZE = { batch_rows: 100, puts: 10, point_reads: 50, blob_bytes: MIB, loops: 2 };
const SLOW = CONTENDER_IDS.filter((id) => loopsOfContender(SIZE, id) < SIZE.loops);
const METHOD = `The test with ${SIZE.batch_rows} rows, ${SIZE.puts} single saves, ${SIZE.point_reads} reads, a large value of ${sizeText(SIZE.blob_bytes)} and ${SIZE.loops} loops, of ${SLOW.join(', ')} with one: the median of these; a worker that is ended while it puts rows; two workers that have one store open and put rows in turns.`;

await main(async () => {
  const { browser, launch } = browserAsked();
  const contenders = contendersAsked();
  const { version, record } = await withBenchPage(
    async ({ page, version }) => {
      // As text: drivers hand other values on each in its own way.
      const measure = async (changes) => JSON.stringify(await globalThis.bench.measure(changes));
      return { version, record: JSON.parse(await page.evaluate(measure, { ...SIZE, contenders })) };
    },
    { folder: FOLDER, root: 'syncs/page', launch },
  );
  const { rows } = record.result;
  for (const { contender, status, failure } of rows) say(`${contender}: ${failure?.detail ?? status}`);
  say(
    `${Math.round(record.wall_ms / 1000)} s${record.failure ? `, ${record.status}: ${record.failure.detail}` : ''}\n`,
  );
  const head = { browser, version, method: METHOD, machine: machineText(FOLDER) };
  const entries = keepCounts('facts.json', { ...head, counts: rows });
  for (const entry of entries) say(storeFactsMarkdown(entry, en, common, LANGUAGES.en));
});
