/**
 * Counts the syncs per put of every contender of the family `app-storage` and writes them into its table:
 * `npm run syncs -w labs [-- --firefox] [CONTENDER...]`. Linux, as root, with strace.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main, PlainError } from '../../scripts/lib/say.mjs';
import { withBenchPage } from '../lib/browser.mjs';
import { browserAsked, contendersAsked, countEach, keepCounts } from '../lib/counted-table.mjs';
import { countSyncs, eventsIn, traced } from './strace.mjs';

const FOLDER = fileURLToPath(new URL('../build/bench', import.meta.url));
const PUTS = 41;
const PAUSE_MS = 60;
const METHOD = `strace of all processes of the browser while a worker puts ${PUTS} rows of 1 KiB, one per transaction, ${PAUSE_MS} ms apart; the first put is not counted. A put is unsynced where a file of the site's storage that was changed for it had not been synced when it was answered; what happens after the last sync to the file that was synced last does not count.`;

async function count(contender, scratch, { find, launch }) {
  const log = join(scratch, `${contender}.strace`);
  const program = traced(scratch, log, find());
  const options = { folder: FOLDER, root: 'syncs/page', launch: (profileFolder) => launch(profileFolder, program) };
  const { answeredMs, version, profile } = await withBenchPage(async ({ page, version, profile }) => {
    const answeredMs = await page.evaluate(
      ([id, puts, pauseMs]) => globalThis.bench.putSlowly(id, puts, pauseMs),
      [contender, PUTS, PAUSE_MS],
    );
    return { answeredMs, version, profile };
  }, options);
  const syncs = countSyncs(eventsIn(readFileSync(log, 'utf8'), `${profile}/`), answeredMs);
  return { version, count: { contender, ...syncs } };
}

await main(async () => {
  const browserChoice = browserAsked();
  const contenders = contendersAsked();
  if (process.platform !== 'linux') throw new PlainError('syncs: strace is there on Linux only');
  mkdirSync(FOLDER, { recursive: true });
  const scratch = mkdtempSync(join(FOLDER, 'syncs-'));
  try {
    await countEach(contenders, async (contender) => {
      const { version, count: result } = await count(contender, scratch, browserChoice);
      keepCounts('syncs.json', { browser: browserChoice.browser, method: METHOD, version, counts: [result] });
      return `${result.per_put} syncs per put, ${result.unsynced_puts} of ${result.puts} puts unsynced`;
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
