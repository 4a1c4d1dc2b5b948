/**
 * Lets 2, 4 and 8 workers, and in Chromium 2 tabs, use every store that can be shared at once, and writes what came of it into the
 * table of the family `app-storage`: `npm run contention -w labs [-- --firefox] [--repeats=30] [--lanes=8] [CONTENDER...]`. A module
 * that exports `openStore(name)` stands in a contender's place with `--store=NAME`: `coop-handed-over`, or one that is planted.
 */
import { main, PlainError, say } from '../../scripts/lib/say.mjs';
import { CONTENDED_ROWS } from '../../schema/src/families/app-storage/contender-ids.ts';
import { contentionOf } from '../../schema/src/families/app-storage/contention.ts';
import { MEASURED_FACTS } from '../../schema/src/families/app-storage/facts.ts';
import { HANG_S } from '../../wasm-core/ts/families/app-storage/worker/contend.ts';
import { browserAsked, contendersAsked, keepCounts, numberAsked } from '../lib/counted-table.mjs';
import { machineOf } from '../lib/report.mjs';
import { contend, FOLDER, withContests } from './contests.mjs';

const methodOf = (repeats, lanes, isWithTabs) =>
  `${repeats} times each with 2, 4 and 8 workers${isWithTabs ? ' and with 2 tabs' : ''}, each time in a fresh store, in workers that stay where they keep nothing of the last one: all create it and put ${CONTENDED_ROWS.migrated} rows in a transaction; all put ${CONTENDED_ROWS.puts} rows one by one; one puts ${CONTENDED_ROWS.batch} rows in a transaction while the others read; with 4 workers, one keeps a transaction open for 2 s; one puts ${CONTENDED_ROWS.batch} rows while another closes and opens it, and the others read and put. No progress of anybody for 10 s is a hang. ${lanes} browsers at a time, each with one store.`;

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

/** What a repeat of all took that time: each phase as long as its longest call, and a hang until it is told. */
const tookMs = (contention) =>
  contention.reduce((sum, { hung, repeats, phases }) => {
    const phasesMs = phases.reduce((all, { longest_ns }) => all + Math.max(...longest_ns) / 1e6, 0);
    return sum + phasesMs + (HANG_S * 1000 * hung) / repeats;
  }, 0);

/** Without names: those that a second worker of this browser could open when the facts were taken, the slowest first. */
function storesAsked(browser) {
  const rows = MEASURED_FACTS.find((one) => one.browser === browser)?.counts ?? [];
  const secondOf = (contender) => rows.find((row) => row.contender === contender)?.two_tabs?.second;
  if (process.argv.slice(2).some((word) => !word.startsWith('-'))) {
    const [refused] = contendersAsked().filter((contender) => secondOf(contender) === 'refused');
    if (refused)
      throw new PlainError(`${refused}: a second worker cannot open it, so that nothing of it can be shared.`);
    return contendersAsked();
  }
  const lastMs = (contender) => tookMs(contentionOf(contender, browser)?.count.contention ?? []);
  return rows
    .map(({ contender }) => contender)
    .filter((contender) => secondOf(contender) === 'shared')
    .toSorted((a, b) => lastMs(b) - lastMs(a));
}

await main(async () => {
  const { browser, launch } = browserAsked();
  // Pages of Firefox are driven one at a time.
  const isWithTabs = browser === 'chromium';
  const repeats = numberAsked('repeats', 30);
  const lanes = numberAsked('lanes', 8);
  const store = process.argv.find((word) => word.startsWith('--store='))?.slice('--store='.length);
  const { cpu, cpus, system } = machineOf(FOLDER);
  const machine = `${cpus} x ${cpu}, ${system.replace(/^(\w+ \d+\.\d+).*/, '$1')}`;
  const startMs = Date.now();
  const secondsSince = (ms) => Math.round((Date.now() - ms) / 1000);
  const onDone = ({ contender, version, failure, contention }) => {
    const text = failure ?? `\n${contention.map(textOf).join('\n')}`;
    say(`${store ?? contender} (after ${secondsSince(startMs)} s): ${text}`);
    if (failure === undefined && store === undefined) {
      const head = { browser, version, method: methodOf(repeats, lanes, isWithTabs), machine };
      keepCounts('contention.json', { ...head, counts: [{ contender, contention }] });
    }
  };
  const asked = storesAsked(browser).map((contender) => ({ contender, repeats, store, isWithTabs }));
  await withContests((served) => contend(served, asked, { lanes, launch, onDone }));
  say(`${secondsSince(startMs)} s`);
});
