import { readFileSync } from 'node:fs';
import { median, MIB, sum } from '@opfsmark/schema/documents';
import { say } from '../../scripts/lib/say.mjs';
import { attachWorkers, fill, measureFio, runWasm, startWorkers } from './contenders.mjs';
import { CACHED_READ, CONTENDERS, FILE_BYTES, HOT_BYTES, ratioOf, undisturbed } from './experiments.mjs';
import { familyOf, pidOfChromium } from '../../e2e/support/lib/memory-limit.mjs';
import { cacheFile, evict, measureNative } from './native.mjs';
import { rowsTable, table } from '../lib/report.mjs';

/**
 * Latency under load: the native runner's open loop beside fio's Poisson process, in turn on one file past the page cache,
 * at shares of what the native runner's closed loop has just reached. fio begins no call while all of its depth is in
 * flight and counts from when it began one, so that where calls queue for longer its latencies are too short: only the
 * rows up to half the load are judged.
 */
const WORK = { ...CACHED_READ, workers: 16, spanBytes: FILE_BYTES };
const LOADS_PERCENT = [10, 50, 90];
const WITHIN = { floor: 0.85, ceiling: 1.15 };
const [NATIVE, FIO] = ['native open loop', 'fio libaio direct, poisson'];

const SIDES = {
  [NATIVE]: (context) => measureNative({ ...context, isDirect: true }),
  [FIO]: (context) => measureFio('libaio', context),
};

export async function printLoad({ file }, { seconds, repeats }) {
  await evict(file);
  let seed = 1;
  const rows = [];
  for (const percent of LOADS_PERCENT) {
    const sideTimes = new Map(Object.keys(SIDES).map((side) => [side, []]));
    for (let repeat = 0; repeat < repeats; repeat++) {
      const capacity = await measureNative({ file, work: WORK, seconds, seed: seed++, isDirect: true });
      const arrivalsPerS = (capacity.callsPerS * percent) / 100;
      const order = repeat % 2 === 0 ? [NATIVE, FIO] : [FIO, NATIVE];
      for (const side of order)
        sideTimes.get(side).push(await SIDES[side]({ file, work: WORK, seconds, seed: seed++, arrivalsPerS }));
    }
    for (const name of ['p50Ns', 'p99Ns']) {
      const repeatValues = new Map([...sideTimes].map(([side, all]) => [side, all.map((one) => one[name])]));
      const medianTexts = [...repeatValues].map(([side, values]) => `${side} ${(median(values) / 1e3).toFixed(1)} us`);
      say(`${percent} % load, ${name.slice(0, 3)}: ${medianTexts.join(', ')}`);
      const limits = percent > 50 ? {} : WITHIN;
      const what = `${name.slice(0, 3)} at ${percent} % load`;
      rows.push({ what, of: NATIVE, against: FIO, ...limits, ratio: ratioOf(repeatValues, NATIVE, FIO) });
    }
  }
  say(`\n${rowsTable(rows)}\n${repeats} repeats of ${seconds} s a side`);
}

/** What timing each call costs: the same cached reads with the clock read a call, and once a batch. */
const BLOCKS_BYTES = [512, 4096, 16_384, 65_536, 262_144, 1_048_576];
const WINDOW_S = 0.02;

export async function printOverhead({ page, file }, { seconds, repeats }) {
  await cacheFile(file);
  const lines = [];
  for (const blockBytes of BLOCKS_BYTES) {
    const work = (timing) => ({ ...CACHED_READ, blockBytes, timing });
    let seed = 1;
    const rates = { each: [], batched: [] };
    const windows = Math.ceil((seconds * repeats) / WINDOW_S / 2);
    for (let i = 0; i < windows; i++) {
      for (const timing of i % 2 === 0 ? ['each', 'batched'] : ['batched', 'each'])
        rates[timing].push(await runWasm({ page, work: work(timing), seconds: WINDOW_S, seed: seed++ }));
    }
    const [eachNs, batchedNs] = [1e9 / undisturbed(rates.each), 1e9 / undisturbed(rates.batched)];
    lines.push([
      `${blockBytes} B`,
      ...[batchedNs, eachNs, eachNs - batchedNs].map((value) => value.toFixed(0)),
      `${((1 - batchedNs / eachNs) * 100).toFixed(1)} %`,
    ]);
  }
  say(table(['cached read of', 'batched ns', 'each timed ns', 'recording ns', 'of the throughput'], lines));
}

/**
 * 64 workers: until all are ready, and what one of them takes. Their calls leave garbage in the browser, some 66 bytes a
 * read, which it collects when it likes; passes are too short here for that to count.
 */
const WORKERS = 64;
const FEW_WORKERS = 1;
const ROUNDS = 7;
const SMALL_FILE_BYTES = 64 * MIB;
const SHORT_PASS_S = 0.001;

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // a process that has ended meanwhile
  }
};

/** Memory that belongs to the browser with this profile alone. */
function privateBytes(profile) {
  const kib = familyOf(pidOfChromium(profile)).flatMap((pid) =>
    [...read(`/proc/${pid}/smaps_rollup`).matchAll(/^Private_\w+:\s+(\d+) kB/gm)].map((match) => Number(match[1])),
  );
  return sum(kib) * 1024;
}

/** Starts so many with an open handle each. Memory when they are ready, and when a pass has touched all that it needs. */
async function start({ page, profile }, workers) {
  const { readyMs } = await startWorkers(page, workers);
  await attachWorkers(page, workers);
  const readyBytes = privateBytes(profile);
  const work = { ...CACHED_READ, workers, spanBytes: SMALL_FILE_BYTES };
  await runWasm({ page, work, seconds: SHORT_PASS_S, seed: 1 });
  return { readyMs, readyBytes, usedBytes: privateBytes(profile) };
}

export async function printScaling({ page, profile }) {
  await startWorkers(page, 1);
  await attachWorkers(page, 1);
  await fill(page, SMALL_FILE_BYTES);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const few = await start({ page, profile }, FEW_WORKERS);
    rounds.push({ few, many: await start({ page, profile }, WORKERS) });
  }
  const range = (values, digits) =>
    `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
  const mibOf = (of) => rounds.map(({ few, many }) => (many[of] - few[of]) / (WORKERS - FEW_WORKERS) / MIB);
  const readyMs = rounds.map(({ many }) => many.readyMs);
  say(`${WORKERS} workers ready in ${range(readyMs, 0)} ms`);
  if (process.platform === 'linux') {
    say(`Memory a worker when ready: ${range(mibOf('readyBytes'), 2)} MiB`);
    say(`Memory a worker after a pass: ${range(mibOf('usedBytes'), 2)} MiB`);
  } else say('Memory a worker: not measured, because only Linux says what belongs to a process alone');
}

/**
 * How far identical runs differ: the rows of the Default profile, five runs of five loops each in Chromium and in fio, in
 * turn on one file. A run's value is the median of its loops, as on the page.
 */
const RUNS = 5;
const LOOPS = 5;

const SEQUENTIAL = { pattern: 'sequential', blockBytes: 1024 * 1024 };
const ROWS = ['read', 'write'].flatMap((operation) =>
  [
    { name: 'SEQ1M Q8T1', ...SEQUENTIAL, workers: 8 },
    { name: 'SEQ1M Q1T1', ...SEQUENTIAL, workers: 1 },
    { name: 'RND4K Q32T1', workers: 32 },
    { name: 'RND4K Q1T1', workers: 1 },
  ].map(({ name, ...row }) => ({
    name: `${name} ${operation}`,
    // As the page does: reads of small blocks in batches, the closing flush as a part of a write.
    work: {
      ...{ ...CACHED_READ, spanBytes: HOT_BYTES, operation, ...row },
      timing: operation === 'read' && row.pattern === undefined ? 'batched' : 'each',
      flush: operation === 'write' ? 'end' : 'none',
    },
  })),
);

/** (max - min) / median of the runs' values, as the page shows it. */
const spread = (values) => (Math.max(...values) - Math.min(...values)) / median(values);
const percent = (share) => `${(share * 100).toFixed(1)} %`;

export async function printSpread({ page, file }, { seconds }, hasFio) {
  const contenders = ['wasm', ...(hasFio ? ['fio psync'] : [])];
  const lines = [];
  for (const { name, work } of ROWS) {
    const runs = new Map(contenders.map((contender) => [contender, []]));
    let seed = 1;
    for (let run = 0; run < RUNS; run++) {
      const loops = new Map(contenders.map((contender) => [contender, []]));
      for (let loop = 0; loop < LOOPS; loop++) {
        for (const contender of (run + loop) % 2 === 0 ? contenders : contenders.toReversed()) {
          await cacheFile(file);
          loops.get(contender).push(await CONTENDERS[contender]({ page, file, work, seconds, seed: seed++ }));
        }
      }
      for (const [contender, values] of loops) runs.get(contender).push(median(values));
    }
    lines.push([name, ...contenders.map((contender) => percent(spread(runs.get(contender))))]);
    say(lines.at(-1).join('  '));
  }
  say(`\n${table([`spread of the median, ${RUNS} runs of ${LOOPS} x ${seconds} s`, ...contenders], lines)}`);
}
