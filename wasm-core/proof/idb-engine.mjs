/** Storage for apps: whether the probe of IndexedDB tells Chromium's two engines apart, in browsers that were told which to use. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { idbEngineOf } from '@opfsmark/schema/families';
import { median } from '@opfsmark/schema/documents';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { servePage } from '../bench/browser.mjs';

const TRIALS = 20;
const FEATURE = 'IdbSqliteBackingStore';
const SWITCHES = { sqlite: `--enable-features=${FEATURE}`, leveldb: `--disable-features=${FEATURE}` };
const CHROMIUM = { browser: { family: 'chrome', major: null }, os: { family: 'linux', major: null } };

/** In a browser of its own, as every run of a page begins. */
async function probe(address, folder, engine) {
  const profile = mkdtempSync(join(folder, 'idb-'));
  const args = [SWITCHES[engine], ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const context = await chromium.launchPersistentContext(profile, { executablePath: findChromium(), args });
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForFunction(() => 'bench' in globalThis);
    return (await page.evaluate(() => globalThis.bench.ask('idb-strict', { type: 'probe' }))).probe;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

const ratioOf = ({ clear_ns, count_ns, get_all_ns }) =>
  (Math.min(...clear_ns) + Math.min(...count_ns)) / Math.min(...get_all_ns);

async function probeBoth(folder) {
  const pageFolder = mkdtempSync(join(folder, 'page-'));
  const server = await servePage('../syncs/page', pageFolder);
  const address = `http://127.0.0.1:${server.address().port}/`;
  const probes = { sqlite: [], leveldb: [] };
  try {
    for (let trial = 0; trial < TRIALS; trial++) {
      for (const engine of Object.keys(SWITCHES)) probes[engine].push(await probe(address, folder, engine));
    }
  } finally {
    server.close();
    rmSync(pageFolder, { recursive: true, force: true });
  }
  return probes;
}

export async function proveIdbEngine(expect, folder) {
  const probes = await probeBoth(folder);
  for (const [engine, found] of Object.entries(probes)) {
    const told = found.map(
      (idb_probe) => idbEngineOf({ environment: { client: CHROMIUM }, result: { rows: [], idb_probe } }).engine,
    );
    const count = (answer) => told.filter((one) => one === answer).length;
    const ratios = found.map(ratioOf).toSorted((a, b) => a - b);
    say(
      `  ${engine}: ratios of ${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}, median ${median(ratios).toFixed(2)}`,
    );
    const wrong = TRIALS - count(engine) - count('unknown');
    expect(
      `${engine}: told in ${count(engine)}, unknown in ${count('unknown')}, wrong in ${wrong} of ${TRIALS}`,
      wrong === 0 && count(engine) >= 0.8 * TRIALS,
    );
  }
}
