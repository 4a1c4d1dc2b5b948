/**
 * Lets 2, 4 and 8 workers, and 2 tabs, use every store that can be shared at once, and writes what came of it into the table of the
 * family `app-storage`: `npm run contention -w labs [-- --firefox] [--repeats=30] [CONTENDER...]`. A module that exports
 * `openStore(name)` stands in a contender's place with `--store=NAME`: `coop-handed-over`, or one that is planted.
 */
import { fileURLToPath } from 'node:url';
import { main, say } from '../../scripts/lib/say.mjs';
import { withBenchPage } from '../lib/browser.mjs';
import { browserAsked, contendersAsked, keepCounts, numberAsked } from '../lib/counted-table.mjs';
import { PageAsker } from '../lib/page-asker.mjs';
import { machineOf } from '../lib/report.mjs';
import { tryContention } from '../../wasm-core/ts/families/app-storage/worker/contend.ts';

const FOLDER = fileURLToPath(new URL('../build/bench', import.meta.url));
/** As little as there can be of what else a run does. */
const SIZE = { batch_rows: 100, puts: 1, point_reads: 10, blob_bytes: 1024, loops: 1 };
const MODULES = Object.fromEntries(
  ['coop-handed-over', 'planted-hang', 'planted-loss', 'planted-double'].map((name) => [
    name,
    `contention/stores/${name}.ts`,
  ]),
);
const TABS = 2;

const methodOf = (repeats) =>
  `${repeats} times each with 2, 4 and 8 workers and with 2 tabs, each time in a fresh store: all create it and put 100 rows in a transaction; all put 10 rows one by one; one puts 400 rows in a transaction while the others read; with 4 workers, one keeps a transaction open for 2 s; one puts 400 rows while the others close, open, read and put. No progress of anybody for 10 s is a hang.`;

function textOf({ workers, place, repeats, hung, hung_on, clean, unopened, lost, doubled, error, phases }) {
  const longestMs = Math.max(...phases.flatMap(({ longest_ns }) => longest_ns)) / 1e6;
  const errors = phases.flatMap(({ phase, errors }) =>
    Object.entries(errors).map(([kind, count]) => `${phase} ${kind} ${count}`),
  );
  return [
    `  ${workers} ${place}: hung in ${hung} of ${repeats}, clean in ${clean}, lost ${lost}, doubled ${doubled}, longest ${Math.round(longestMs)} ms`,
    ...(unopened > 0 ? [`    could not be opened afterwards in ${unopened}`] : []),
    ...(errors.length > 0 ? [`    ${errors.join(', ')}: ${error}`] : []),
    ...(hung_on ? [`    ${hung_on}`] : []),
  ].join('\n');
}

async function tryTabs(page, contender, repeats, module) {
  const other = await page.context().newPage();
  try {
    await other.goto(page.url());
    await other.waitForFunction(() => 'bench' in globalThis);
    const asker = new PageAsker([page, other]);
    await asker.listen();
    const askForLocks = () => page.evaluate(() => navigator.locks.query());
    const head = { contender, size: null, module };
    return await tryContention(asker, head, { workers: TABS, repeats, place: 'tabs', askForLocks });
  } finally {
    await other.close();
  }
}

/** One browser for each contender: what one leaves behind is not in the way of the next. */
async function count(contender, { repeats, launch, module, isWithTabs }) {
  return withBenchPage(
    async ({ page, version }) => {
      const measure = async ([changes, store]) => JSON.stringify(await globalThis.bench.measure(changes, store));
      const plan = { ...SIZE, several: repeats, contenders: [contender] };
      const record = JSON.parse(await page.evaluate(measure, [plan, module]));
      const [row] = record.result.rows;
      if (!row) return { version, text: record.failure?.detail ?? record.status };
      const { status, failure, missing, two_tabs, contention } = row;
      if (!contention) return { version, text: failure?.detail ?? missing ?? two_tabs?.second ?? status };
      if (isWithTabs && two_tabs?.second === 'shared') {
        contention.push(await tryTabs(page, contender, repeats, module));
      }
      return { version, contention };
    },
    { folder: FOLDER, root: 'syncs/page', modules: MODULES, launch },
  );
}

await main(async () => {
  const { browser, launch } = browserAsked();
  const repeats = numberAsked('repeats', 30);
  const store = process.argv.find((word) => word.startsWith('--store='))?.slice('--store='.length);
  // Pages of Firefox are driven one at a time.
  const setup = { repeats, launch, module: store && `/${store}.js`, isWithTabs: browser === 'chromium' };
  const { cpu, cpus, system } = machineOf(FOLDER);
  const machine = `${cpus} x ${cpu}, ${system.replace(/^(\w+ \d+\.\d+).*/, '$1')}`;
  const startMs = Date.now();
  for (const contender of contendersAsked()) {
    const { version, contention, text } = await count(contender, setup);
    say(`${store ?? contender}: ${text ?? `\n${contention.map(textOf).join('\n')}`}`);
    if (contention && store === undefined) {
      const head = { browser, version, method: methodOf(repeats), machine };
      keepCounts('contention.json', { ...head, counts: [{ contender, contention }] });
    }
  }
  say(`${Math.round((Date.now() - startMs) / 1000)} s`);
});
