/** Runs a published table again in Chromium: timed in rounds, and once more under strace, one call at a time. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { chromium } from '@playwright/test';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { standardDeviation, studentT } from '../../schema/src/documents/deviations.ts';
import { sum } from '../../schema/src/documents/stats.ts';
import { droppedShare } from '../../schema/src/checked/verdict.ts';
import { chromiumOptions, launchChromium, servePage } from '../lib/browser.mjs';
import { familyOf, pidOfChromium } from '../../e2e/support/lib/memory-limit.mjs';
import { EndableBrowser } from '../survive/trial.mjs';
import { countSyncs, eventsIn, traced } from '../syncs/strace.mjs';
import { ALL } from './worker/table.ts';

/** What a process has had read from a drive so far; 0 where it has just ended. */
function readBytesOf(pid) {
  try {
    return Number(/^read_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** The same for each process of the browser with this profile. */
const driveReads = (profile) => new Map(familyOf(pidOfChromium(profile)).map((pid) => [pid, readBytesOf(pid)]));

/** What was read between two looks. */
function driveReadsBetween(before, after) {
  return [...after].reduce((sum, [pid, bytes]) => sum + bytes - (before.get(pid) ?? 0), 0);
}

const ROUNDS = 6;
const PAUSE_MS = 60;
const TIMEOUT_MS = 90_000;
/** A call's system calls may begin a little before the millisecond in which the page saw it begin. */
const BEFORE_MS = 8;

const require = createRequire(import.meta.url);

/** Leaves packages that are not installed to the browser, which says so when it comes to them. */
const missingPackages = {
  name: 'missing-packages',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (importer === undefined || !/^(@[\w.-]+\/)?[\w-]/.test(source) || source.startsWith('virtual:')) return null;
    return (await this.resolve(source, importer, { skipSelf: true })) ?? { id: source, external: true };
  },
};

/** Serves the page that runs tables. */
export const serveChecked = (folder) => servePage('checked/page', folder, { plugins: [missingPackages] });

function versionOf(name) {
  if (name === null) return '';
  const path = require.resolve
    .paths(name)
    .map((folder) => join(folder, name, 'package.json'))
    .find((candidate) => existsSync(candidate));
  return path === undefined ? `${name}, not installed` : `${name} ${JSON.parse(readFileSync(path, 'utf8')).version}`;
}

/** One contender's calls, or why there are none. */
async function runContender(browser, request, timeoutMs) {
  const page = await browser.open();
  let timer;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ error: `no answer within ${timeoutMs / 1000} s` }), timeoutMs);
  });
  try {
    const answer = page.evaluate((runRequest) => globalThis.bench.run(runRequest), request);
    // It is rejected when the page is closed while it hangs.
    answer.catch(() => undefined);
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
    await page.close();
  }
}

/** All rounds, in alternating order: a drift of the machine meets all alike. `profile`: `null` in a private window. */
async function timeContenders({ browser, profile, id, table, rounds, timeoutMs }) {
  const runs = new Map(table.contenders.map((contender) => [contender.id, []]));
  const failures = new Map();
  let drive_read_bytes = 0;
  for (let round = 0; round < rounds; round++) {
    const ids = table.contenders.map((contender) => contender.id).filter((one) => !failures.has(one));
    for (const contender of round % 2 === 0 ? ids : ids.toReversed()) {
      const request = { table: id, contender, name: `${contender}-${round}`, pauseMs: 0 };
      const before = profile === null ? new Map() : driveReads(profile);
      const answer = await runContender(browser, request, timeoutMs);
      // The first round also loads the code.
      if (round > 0 && profile !== null) drive_read_bytes += driveReadsBetween(before, driveReads(profile));
      if ('error' in answer) failures.set(contender, answer.error);
      else runs.get(contender).push(answer.found);
    }
  }
  return { runs, failures, drive_read_bytes };
}

/** Syncs per call of each operation. */
function syncsOf(calls, events) {
  const each = calls.spans.map(([fromMs, toMs]) => countSyncs(events, [fromMs - BEFORE_MS, toMs]));
  const puts = each.length;
  return {
    per_put: Math.round((100 * sum(each.map(({ per_put }) => per_put))) / puts) / 100,
    unsynced_puts: sum(each.map(({ unsynced_puts }) => unsynced_puts)),
    puts,
  };
}

async function countContenders({ folder, address, id, contenders, timeoutMs }) {
  const counts = new Map();
  for (const contender of contenders) {
    const scratch = mkdtempSync(join(folder, 'counted-'));
    const log = join(scratch, 'strace');
    const profile = join(scratch, 'profile');
    const browser = new EndableBrowser({
      launch: (at) => launchChromium(at, traced(scratch, log, findChromium())),
      profile,
      address,
    });
    try {
      const request = { table: id, contender, name: contender, pauseMs: PAUSE_MS };
      const answer = await runContender(browser, request, timeoutMs);
      await browser.close();
      if ('error' in answer) counts.set(contender, answer);
      else
        counts.set(contender, {
          calls: answer.found,
          events: eventsIn(readFileSync(log, 'utf8'), `${profile}/Default/`),
        });
    } finally {
      await browser.close();
      rmSync(scratch, { recursive: true, force: true });
    }
  }
  return counts;
}

/** A private window, and the browser that ends with it. */
async function launchPrivate() {
  const browser = await chromium.launch(chromiumOptions());
  const context = await browser.newContext();
  context.once('close', () => void browser.close());
  return context;
}

async function timeInPrivate(options) {
  const browser = new EndableBrowser({ launch: launchPrivate, profile: '', address: options.address });
  try {
    return await timeContenders({ ...options, browser, profile: null });
  } finally {
    await browser.close();
  }
}

/** The ratios of a table's claims, where both sides ran. */
function ratiosOf(table, { runs, failures }, isPrivate) {
  const idsOf = (operation) => (operation === ALL ? table.operations.map(({ id }) => id) : [operation]);
  const meansOf = (contender, operation) =>
    runs.get(contender).map((round) => sum(idsOf(operation).map((id) => table.mean(round[id].samples))));
  return table.claims
    .filter(({ slow, fast }) => !failures.has(slow) && !failures.has(fast))
    .map(({ operation, slow, fast, published }) => ({
      operation,
      slow,
      fast,
      published: published === null ? null : Number(published.toPrecision(3)),
      private: isPrivate,
      ...ratioOf(meansOf(slow, operation), meansOf(fast, operation)),
    }));
}

function operationFacts({ id, kind }, rounds, countedRun) {
  const all = rounds.map((round) => round[id]);
  const rows = all.flatMap((calls) => calls.rows);
  const timedMs = sum(all.flatMap(({ samples }) => samples));
  const after = sum(all.map(({ finishMs }) => finishMs));
  return {
    operation: id,
    kind,
    calls: rows.length,
    rows: sum(rows),
    idle_calls: Math.round(10 * sum(all.flatMap(({ idle }) => idle))) / 10,
    handle_calls: Math.round((10 * sum(all.map(({ handleCalls }) => handleCalls))) / rows.length) / 10,
    syncs: syncsOf(countedRun.calls[id], countedRun.events),
    unfinished: Math.round((100 * after) / (after + timedMs)) / 100,
  };
}

/** A ratio round by round: its geometric mean and interval. */
function ratioOf(slow, fast) {
  const logs = slow.map((ms, round) => Math.log(ms / fast[round]));
  const middle = sum(logs) / logs.length;
  const half = (studentT(0.9, logs.length - 1) * standardDeviation(logs)) / Math.sqrt(logs.length);
  const rounded = (log) => Number(Math.exp(log).toPrecision(3));
  return { value: rounded(middle), low: rounded(middle - half), high: rounded(middle + half), rounds: logs.length };
}

/**
 * @param {{ folder: string, address: string, id: string, load: () => Promise<{ table: import('./worker/table.ts').PublishedTable }>,
 *   rounds?: number, timeoutMs?: number }} options `folder`: on the drive; `address`: of the page
 * @returns {Promise<{ version: string, outcome: import('../../schema/src/checked/verdict.ts').Outcome }>}
 */
export async function runTable({ folder, address, id, load, rounds = ROUNDS, timeoutMs = TIMEOUT_MS }) {
  const { table } = await load();
  const scratch = mkdtempSync(join(folder, 'timed-'));
  const profile = join(scratch, 'profile');
  const browser = new EndableBrowser({ launch: launchChromium, profile, address });
  let version;
  let timing;
  try {
    await browser.open();
    version = browser.version;
    timing = await timeContenders({ browser, profile, id, table, rounds, timeoutMs });
  } finally {
    await browser.close();
    rmSync(scratch, { recursive: true, force: true });
  }
  const { runs, failures, drive_read_bytes } = timing;
  const workingIds = table.contenders.map((contender) => contender.id).filter((one) => !failures.has(one));
  const counts = await countContenders({ folder, address, id, contenders: workingIds, timeoutMs });
  for (const [contender, { error }] of counts) if (error !== undefined) failures.set(contender, error);
  const contenders = table.contenders.map(({ id: contender, package: name, durable }) => ({
    contender,
    software: versionOf(name),
    durable,
    operations: failures.has(contender)
      ? []
      : table.operations.map((operation) => operationFacts(operation, runs.get(contender), counts.get(contender))),
    failure: failures.get(contender) ?? null,
  }));
  const ratios = ratiosOf(table, timing, false);
  if (table.alsoPrivate) {
    ratios.push(...ratiosOf(table, await timeInPrivate({ address, id, table, rounds, timeoutMs }), true));
  }
  // A number of one sample leaves nothing out.
  const dropped = table.operations.some(({ calls }) => calls > 1) ? droppedShare(table.mean) : 0;
  return { version, outcome: { contenders, ratios, dropped, drive_read_bytes } };
}
