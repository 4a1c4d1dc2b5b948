/**
 * 64 workers: until all are ready, and what one of them takes. Their calls leave garbage in the browser, some 66 bytes a
 * read, which it collects when it likes; passes are too short here for that to count.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { say } from '../../scripts/lib/say.mjs';
import { CACHED_READ } from './experiments.mjs';
import { median } from './measure.mjs';
import { attachWorkers, fill, runWasm, startWorkers } from './contenders.mjs';

const WORKERS = 64;
const FEW = 1;
const ROUNDS = 7;
const MIB = 1024 * 1024;
const SMALL_FILE_BYTES = 64 * MIB;
const SHORT_PASS_S = 0.001;

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // a process that has ended meanwhile
  }
};

/** The processes of the browser with this profile: the one it was given to, and all that came from it. */
function processesOf(profile) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(pids.map((pid) => [pid, /\nPPid:\s*(\d+)/.exec(read(`/proc/${pid}/status`))?.[1]]));
  const ours = new Set(pids.filter((pid) => read(`/proc/${pid}/cmdline`).includes(`--user-data-dir=${profile}`)));
  for (let before = -1; before < ours.size;) {
    before = ours.size;
    for (const [pid, parent] of parents) if (ours.has(parent)) ours.add(pid);
  }
  return [...ours];
}

/** Memory that belongs to these processes alone. */
function privateBytes(pids) {
  const kib = pids.flatMap((pid) =>
    [...read(`/proc/${pid}/smaps_rollup`).matchAll(/^Private_\w+:\s+(\d+) kB/gm)].map((match) => Number(match[1])),
  );
  return kib.reduce((sum, value) => sum + value, 0) * 1024;
}

/** Starts so many with an open handle each. Memory when they are ready, and when a pass has touched all that it needs. */
async function start({ page, profile }, workers) {
  const { readyMs } = await startWorkers(page, workers);
  await attachWorkers(page, workers);
  const readyBytes = privateBytes(processesOf(profile));
  const work = { ...CACHED_READ, workers, spanBytes: SMALL_FILE_BYTES };
  await runWasm({ page, work, seconds: SHORT_PASS_S, seed: 1 });
  return { readyMs, readyBytes, usedBytes: privateBytes(processesOf(profile)) };
}

export async function printScaling({ page, profile }) {
  await startWorkers(page, 1);
  await attachWorkers(page, 1);
  await fill(page, SMALL_FILE_BYTES);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const few = await start({ page, profile }, FEW);
    rounds.push({ few, many: await start({ page, profile }, WORKERS) });
  }
  const range = (values, digits) =>
    `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
  const mibOf = (of) => rounds.map(({ few, many }) => (many[of] - few[of]) / (WORKERS - FEW) / MIB);
  const ready = rounds.map(({ many }) => many.readyMs);
  say(`${WORKERS} workers ready in ${range(ready, 0)} ms`);
  if (process.platform === 'linux') {
    say(`Memory a worker when ready: ${range(mibOf('readyBytes'), 2)} MiB`);
    say(`Memory a worker after a pass: ${range(mibOf('usedBytes'), 2)} MiB`);
  } else say('Memory a worker: not measured, because only Linux says what belongs to a process alone');
}
