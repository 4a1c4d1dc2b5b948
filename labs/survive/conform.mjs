/**
 * Interrupts contenders of the family `app-storage` in the middle of a transaction and writes what was left into the family's
 * table: `npm run conform -w labs [-- --firefox] [CONTENDER...]`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from '../../scripts/lib/say.mjs';
import { servePage } from '../lib/browser.mjs';
import { browserAsked, contendersAsked, countEach, keepCounts } from '../lib/counted-table.mjs';
import { EndableBrowser, TRANSACTION_METHOD, TRANSACTION_TRIALS, tryTransaction } from './trial.mjs';

const FOLDER = fileURLToPath(new URL('../build/survive', import.meta.url));

function wordsOf({ rows, answered, kept, damaged, retried, failure }) {
  const parts = [`${answered ? 'answered' : 'not answered'}, ${kept} of ${rows} rows there`];
  if (damaged > 0) parts.push(`${damaged} older rows damaged`);
  if (retried) parts.push('opened at the second try');
  if (failure !== null) parts.push(`failed: ${failure}`);
  return parts.join(', ');
}

async function count(contender, browser, port) {
  const results = {};
  for (const trial of TRANSACTION_TRIALS) {
    const page = await browser.open();
    // A host of its own is a place of its own.
    await page.goto(`http://${contender}-${trial}.localhost:${port}/`);
    await page.waitForFunction(() => 'bench' in globalThis);
    results[trial] = await tryTransaction(page, { contender, trial });
    await page.close();
  }
  return { contender, ...results };
}

await main(async () => {
  const { browser: name, launch } = browserAsked();
  const contenders = contendersAsked();
  mkdirSync(FOLDER, { recursive: true });
  const scratch = mkdtempSync(join(FOLDER, 'conform-'));
  const server = await servePage('syncs/page', join(scratch, 'page'));
  const { port } = server.address();
  const browser = new EndableBrowser({
    launch,
    profile: join(scratch, 'profile'),
    address: `http://127.0.0.1:${port}/`,
  });
  try {
    await countEach(contenders, async (contender) => {
      const results = await count(contender, browser, port);
      const head = { browser: name, method: TRANSACTION_METHOD, version: browser.version };
      keepCounts('transactions.json', { ...head, counts: [results] });
      return TRANSACTION_TRIALS.map((trial) => `${trial}: ${wordsOf(results[trial])}`).join('; ');
    });
  } finally {
    await browser.close();
    server.close();
    rmSync(scratch, { recursive: true, force: true });
  }
});
