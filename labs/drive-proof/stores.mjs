import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CONTENDER_IDS } from '@opfsmark/schema/families/app-storage/contender-ids';
import { DEFAULT_CONTENDERS, orderOfLoop, WORKLOAD_IDS } from '@opfsmark/schema/families/app-storage/plan';
import { idbEngineOf } from '@opfsmark/schema/families/app-storage/figures';
import { standardPlan } from '@opfsmark/schema/families';
import { median } from '@opfsmark/schema/documents';
import { intervalOf, isTie } from '@opfsmark/schema/figures';
import { say } from '../../scripts/lib/say.mjs';
import { chromiumOptions, servePage, withBenchPage } from '../lib/browser.mjs';
import { PageAsker } from '../lib/page-asker.mjs';
import { createStore } from '../survive/trial.mjs';
import { tryTwoTabs } from '../../wasm-core/ts/families/app-storage/worker/interrupt.ts';

/** Storage for apps: whether the probe of IndexedDB tells Chromium's two engines apart, in browsers that were told which to use. */
const PROBES = 20;
const FEATURE = 'IdbSqliteBackingStore';
const SWITCHES = { sqlite: `--enable-features=${FEATURE}`, leveldb: `--disable-features=${FEATURE}` };
const CHROMIUM = { browser: { family: 'chrome', major: null }, os: { family: 'linux', major: null } };

/** In a browser of its own, as every run of a page begins. */
async function probe(address, folder, engine) {
  const profile = mkdtempSync(join(folder, 'idb-'));
  const context = await chromium.launchPersistentContext(profile, chromiumOptions({ args: [SWITCHES[engine]] }));
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
  const server = await servePage('syncs/page', pageFolder);
  const address = `http://127.0.0.1:${server.address().port}/`;
  const probes = { sqlite: [], leveldb: [] };
  try {
    for (let trial = 0; trial < PROBES; trial++) {
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
  for (const [engine, engineProbes] of Object.entries(probes)) {
    const answers = engineProbes.map(
      (idb_probe) => idbEngineOf({ environment: { client: CHROMIUM }, result: { rows: [], idb_probe } }).engine,
    );
    const count = (answer) => answers.filter((one) => one === answer).length;
    const ratios = engineProbes.map(ratioOf).toSorted((a, b) => a - b);
    say(
      `  ${engine}: ratios of ${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}, median ${median(ratios).toFixed(2)}`,
    );
    const wrongCount = PROBES - count(engine) - count('unknown');
    expect(
      `${engine}: told in ${count(engine)}, unknown in ${count('unknown')}, wrong in ${wrongCount} of ${PROBES}`,
      wrongCount === 0 && count(engine) >= 0.8 * PROBES,
    );
  }
}

/** Storage for apps: each contender of the standard plan twice in one run, as if it were two. Its two figures must be a tie. */
const RUNS = 6;
const PROMISED_SHARE = 0.95;

/** Times of one contender's two halves, by workload. Both work on one store, because its name is that of the contender. */
async function measureTwice(page) {
  const size = standardPlan('app-storage');
  const slots = DEFAULT_CONTENDERS.flatMap((contender) => [0, 1].map((half) => ({ contender, half, timesNs: {} })));
  const loopsOf = Object.fromEntries(DEFAULT_CONTENDERS.map((contender) => [contender, 0]));
  const measureLoop = async (contender) => {
    const { type, cells, failure } = await page.evaluate(
      ([id, request]) => globalThis.bench.ask(id, request),
      [contender, { type: 'loop', loop: loopsOf[contender]++, size }],
    );
    if (type !== 'checksum') throw new Error(`${contender}: ${failure?.detail ?? type}`);
    return cells;
  };
  for (const contender of DEFAULT_CONTENDERS) await measureLoop(contender);
  for (let loop = 1; loop <= size.loops; loop++) {
    for (const { contender, timesNs } of orderOfLoop(slots, loop)) {
      for (const { workload, elapsedNs } of await measureLoop(contender)) (timesNs[workload] ??= []).push(elapsedNs);
    }
  }
  return slots;
}

const measureRun = (folder) => withBenchPage(({ page }) => measureTwice(page), { folder, root: 'syncs/page' });

/** The halves of each contender in each workload, as intervals. */
function pairsIn(slots) {
  return DEFAULT_CONTENDERS.flatMap((contender) => {
    const [one, other] = slots.filter((slot) => slot.contender === contender);
    return WORKLOAD_IDS.map((workload) => ({
      contender,
      workload,
      halves: [intervalOf(one.timesNs[workload]), intervalOf(other.timesNs[workload])],
    }));
  });
}

const isWithin = ({ low, high }, { value }) => value >= low && value <= high;
const percent = (share) => `${(100 * share).toFixed(1)} %`;

export async function proveSameStore(expect, folder) {
  const pairs = [];
  for (let run = 0; run < RUNS; run++) pairs.push(...pairsIn(await measureRun(folder)));
  const ties = pairs.filter(({ halves: [one, other] }) => isTie(one, other));
  const within = pairs.filter(({ halves: [one, other] }) => isWithin(one, other) || isWithin(other, one));
  const [share, shareWithin] = [ties.length / pairs.length, within.length / pairs.length];
  expect(
    `the same contender twice ties in ${ties.length} of ${pairs.length}, ${percent(share)}`,
    share >= PROMISED_SHARE,
  );
  say(`  one's median lies in the other's interval in ${percent(shareWithin)}`);
  for (const { contender, workload, halves } of pairs.filter((pair) => !ties.includes(pair))) {
    const texts = halves.map(({ low, value, high }) => [low, value, high].map((ns) => (ns / 1e6).toFixed(2)).join(' '));
    say(`  no tie: ${contender} ${workload}: ${texts.join(' ms, ')} ms`);
  }
}

/** Storage for apps: two tabs at once, as two workers of one page, which is what a run has, and as two pages. */
const CONTENDERS = CONTENDER_IDS.filter((id) => id !== 'local-storage');
const TRIALS = 3;

/** What came of it, contender by contender, in a fresh profile: rows of an earlier trial would hide what is lost. */
const tryAll = (folder, isSeparate) =>
  withBenchPage(
    async ({ page }) => {
      const other = isSeparate ? await page.context().newPage() : page;
      if (isSeparate) await other.goto(page.url());
      await other.waitForFunction(() => 'bench' in globalThis);
      const asker = new PageAsker([page, other]);
      await asker.listen();
      const outcomes = new Map();
      for (const contender of CONTENDERS) {
        await createStore(page, contender);
        const { second, lost, damaged } = (await tryTwoTabs(asker, { contender, size: null })) ?? {};
        outcomes.set(contender, `${second ?? 'no answer'}, ${lost ?? '?'} lost, ${damaged ?? '?'} damaged`);
      }
      return outcomes;
    },
    { folder, root: 'syncs/page' },
  );

export async function proveTwoTabs(expect, folder) {
  const outcomes = { workers: [], pages: [] };
  for (let trial = 0; trial < TRIALS; trial++) {
    outcomes.workers.push(await tryAll(folder, false));
    outcomes.pages.push(await tryAll(folder, true));
  }
  for (const contender of CONTENDERS) {
    const [workers, pages] = [outcomes.workers, outcomes.pages].map((trials) => [
      ...new Set(trials.map((trial) => trial.get(contender))),
    ]);
    say(`  ${contender}: two workers: ${workers.join(' or ')}; two pages: ${pages.join(' or ')}`);
    expect(`${contender} answers two pages as two workers of one page`, workers.join() === pages.join());
  }
}
