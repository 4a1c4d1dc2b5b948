/** 64 workers: until all are ready, and what one of them takes. */
import { readdirSync, readFileSync } from 'node:fs';
import { say } from '../../scripts/lib/say.mjs';
import { CACHED_READ } from './experiments.mjs';
import { median } from './measure.mjs';
import { attachWorkers, fill, runWasm, startWorkers } from './wasm.mjs';

const WORKERS = 64;
const FEW = 1;
const ROUNDS = 7;
const MIB = 1024 * 1024;
const FILE_BYTES = 64 * MIB;

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

/** Started, with an open handle each, after one pass of 4 KiB reads, so that all memory a pass needs has been touched. */
async function start(page, workers) {
  const { readyMs } = await startWorkers(page, workers);
  await attachWorkers(page, workers);
  await runWasm({ page, work: { ...CACHED_READ, workers, spanBytes: FILE_BYTES }, seconds: 0.2, seed: 1 });
  return readyMs;
}

export async function printScaling({ page, profile }) {
  await startWorkers(page, 1);
  await attachWorkers(page, 1);
  await fill(page, FILE_BYTES);
  const readyMs = [];
  const perWorker = [];
  for (let round = 0; round < ROUNDS; round++) {
    await start(page, FEW);
    const few = privateBytes(processesOf(profile));
    readyMs.push(await start(page, WORKERS));
    perWorker.push((privateBytes(processesOf(profile)) - few) / (WORKERS - FEW));
  }
  const range = (values, digits) =>
    `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
  say(`${WORKERS} workers ready in ${range(readyMs, 0)} ms`);
  if (process.platform === 'linux')
    say(
      `Memory a worker: ${range(
        perWorker.map((bytes) => bytes / MIB),
        2,
      )} MiB`,
    );
  else say('Memory a worker: not measured, because only Linux says what belongs to a process alone');
}
