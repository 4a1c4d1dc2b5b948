/** What the first click costs and is worth: Quick on this machine's own drive and on made-up ones, each run in a browser of its own. */
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { GIB, median, rowSlug } from '@opfsmark/schema/documents';
import { figuresOf, estimate, standardPlan } from '@opfsmark/schema/families';
import { bytesPerSecond, iops } from '@opfsmark/schema/figures';
import { withRates } from '@opfsmark/schema/schedule';
import { say } from '../../scripts/lib/say.mjs';
import { runQuick } from './drive-run.mjs';
import { whyNoMemoryLimit } from '../../e2e/support/lib/memory-limit.mjs';
import { DRIVES, FOR_QUICK, whyNoSimulatedDrive, withSimulatedDrive } from '../drives/index.mjs';

const MEMORY_BYTES = 16 * GIB;
export const QUICK_CHECK = 'quick';

/** The rows of the own drive that are judged, and of each made-up one how long it takes. */
const LIMITS = {
  quick_s: { max: 24 },
  quick_drive_s: { min: 6 },
  quick_memory_share: { max: 0.08 },
  quick_first_mark_s: { max: 4 },
  /** From the lower to the upper end of an interval: the middle one, and the widest. */
  quick_interval_factor: { max: 2.5, worst: 6 },
  quick_repeat_inside: { min: 0.9 },
  /** Runs that took no longer than was announced at most, and moments of a run whose rest took no longer than was shown. */
  quick_announced_held: { min: 0.95 },
  quick_shown_held: { min: 0.95 },
  quick_bytes_written: { max: 2.5e9 },
};
const MAX_S = 60;

const HEADLINES = ['rnd4k_q1t1 drive_read', 'seq1m_q1t1 drive_read', 'seq1m_q1t1 write', 'rnd4k_q1t1 flush_each'];

/** A headline loop by loop, so that another rule for its interval can be tried on the runs that are kept. */
function loopsOf(jobs, id) {
  const [slug, what] = id.split(' ');
  const reads = what === 'drive_read' ? 'drive' : undefined;
  const job = jobs.find(({ row, reads: from }) => rowSlug(row) === slug && from === reads);
  return (what === 'flush_each' ? iops(job, what) : bytesPerSecond(job)).values.map(Math.round);
}

const secondsOf = (passes) => passes.reduce((sum, { total_ns }) => sum + total_ns, 0) / 1e9;

function factsOf({ record, seconds, firstMarkS }) {
  const { jobs, fill, forget } = record.result;
  const timedSeconds = (jobs) => secondsOf(jobs.flatMap(({ passes }) => passes).filter(({ loop }) => loop > 0));
  const memory = jobs.filter(({ reads }) => reads === 'memory');
  const writtenBytes = jobs.flatMap(({ passes }) => passes).reduce((sum, { write }) => sum + (write?.bytes ?? 0), 0);
  const headlines = figuresOf(record)
    .filter(({ id }) => HEADLINES.includes(id))
    .map(({ id, value, low, high }) => ({ id, value, low, high, loops: loopsOf(jobs, id) }));
  return {
    quick_s: seconds,
    quick_drive_s: timedSeconds(jobs.filter((job) => !memory.includes(job))),
    quick_memory_share: timedSeconds(memory) / seconds,
    quick_first_mark_s: firstMarkS,
    quick_forget_s: (forget?.elapsed_ns ?? 0) / 1e9,
    quick_bytes_written: writtenBytes + (fill?.bytes ?? 0),
    headlines,
  };
}

/** Less than this is nothing that anybody waits for. */
const SLACK_S = 1;

/** The share of moments of a run at which it took no longer than was shown at most. */
function shownHeld({ forecasts, seconds }) {
  const held = forecasts.filter(({ atS, leftMaxS }) => seconds <= atS + leftMaxS + SLACK_S);
  return forecasts.length === 0 ? 1 : held.length / forecasts.length;
}

/** Keeps so many processors busy until the returned function is called. */
function keepBusy(count) {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const end = () => loops.forEach((loop) => loop.kill('SIGKILL'));
  process.once('exit', end);
  return () => {
    process.removeListener('exit', end);
    end();
  };
}

/** How often, in all pairs of runs, the interval of one holds the value of the other, headline by headline. */
function repeatsInside(runs) {
  return HEADLINES.flatMap((id) => {
    const figures = runs.flatMap(({ headlines }) => headlines.find((figure) => figure.id === id) ?? []);
    const pairs = figures.flatMap((one) =>
      figures.filter((other) => other !== one).map(({ value }) => value >= one.low && value <= one.high),
    );
    return pairs.length === 0 ? [] : [{ id, share: pairs.filter(Boolean).length / pairs.length }];
  });
}

/** The rows of one drive. `isJudged`: whether they are held against the limits of the machine's own drive. */
function rowsOf(drive, runs, isJudged) {
  const names = Object.keys(LIMITS).filter((name) => name in runs[0]);
  const rows = names.map((name) => {
    const values = runs.map((run) => run[name]);
    return { id: `${name} ${drive}`, median: median(values), worst: Math.max(...values), limit: LIMITS[name] };
  });
  const factors = runs.flatMap(({ headlines }) => headlines.map(({ low, high }) => high / low));
  const inside = repeatsInside(runs).map(({ id, share }) => ({
    id: `quick_repeat_inside ${drive} ${id}`,
    median: share,
    limit: LIMITS.quick_repeat_inside,
  }));
  const id = `quick_interval_factor ${drive}`;
  const held = [
    ['quick_announced_held', runs.map(({ quick_s: seconds, announced }) => Number(seconds <= announced.secondsMax))],
    ['quick_shown_held', runs.map(({ shown_held: share }) => share)],
  ].map(([name, values]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return { id: `${name} ${drive}`, median: mean, limit: LIMITS[name] };
  });
  const width = { id, median: median(factors), worst: Math.max(...factors), limit: LIMITS.quick_interval_factor };
  const all = [...rows, width, ...inside, ...held];
  return isJudged ? all : all.map((row) => (row.id.startsWith('quick_s ') ? { ...row, limit: { max: MAX_S } } : row));
}

function sayRow({ id, median: value, worst, limit: { min, max, worst: maxWorst = Infinity } }) {
  const isHeld = (min === undefined || value >= min) && (max === undefined || value <= max) && !(worst > maxWorst);
  const limitText = min === undefined ? `at most ${max}` : `at least ${min}`;
  const most = worst === undefined ? '' : ` (up to ${worst.toPrecision(3)})`;
  say(`  ${id}: ${value.toPrecision(3)}${most}, ${limitText}${isHeld ? '' : ': not held'}`);
}

/**
 * The drives take turns, so that what the machine does meanwhile meets all of them. Gives the rows and the runs behind them.
 * The first run of a drive is announced as to a browser that has measured nothing, the others by what it took before.
 * @param {string} folder
 * @param {{ repeats: number, port: number, busy: number }} options `busy`: so many loops run beside it
 */
export async function measureQuick(folder, { repeats, port, busy }) {
  const why = whyNoMemoryLimit();
  if (why !== null) {
    say(`Left out, because ${why}: ${QUICK_CHECK}`);
    return { checks: [], runs: [] };
  }
  const announcedBytes = estimate(standardPlan('matrix')).bytesWrittenMax;
  const whyNone = await whyNoSimulatedDrive();
  if (whyNone !== null) say(`Left out, because ${whyNone}: ${Object.keys(DRIVES).join(', ')}`);
  const drives = ['own', ...(whyNone === null ? Object.keys(DRIVES) : [])];
  const runs = new Map(drives.map((drive) => [drive, []]));
  const ratesOf = new Map(drives.map((drive) => [drive, {}]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const drive of drives) {
      const load = loadavg()[0];
      const rates = ratesOf.get(drive);
      const announced = estimate(standardPlan('matrix'), 'shared', rates);
      const endBusy = keepBusy(busy);
      const measure = () =>
        drive === 'own'
          ? runQuick({ folder, memoryBytes: MEMORY_BYTES, port, rates })
          : withSimulatedDrive({ bytes: FOR_QUICK.bytes, traits: DRIVES[drive] }, (drivePath) =>
              runQuick({ folder: drivePath, memoryBytes: FOR_QUICK.memoryBytes, port, rates }),
            );
      const run = await measure().finally(endBusy);
      ratesOf.set(drive, withRates(rates, run.timed));
      const facts = {
        ...factsOf(run),
        announced: { seconds: announced.seconds, secondsMax: announced.secondsMax },
        shown_held: shownHeld(run),
        timed: run.timed.map(({ pace, work, seconds, limitS = null }) => [pace, work, seconds, limitS]),
      };
      const { status, result } = run.record;
      const rows = result.jobs.filter((job) => job.status !== 'done').map(({ row }) => rowSlug(row));
      say(
        `  ${drive}: ${status} in ${run.seconds.toFixed(1)} s (announced ${announced.seconds.toFixed(0)}, at most ${announced.secondsMax.toFixed(0)}), first mark after ${facts.quick_first_mark_s.toFixed(1)}; ` +
          `${result.forget?.ended} in ${facts.quick_forget_s.toFixed(1)} s; drive ${facts.quick_drive_s.toFixed(1)} s${rows.length > 0 ? `; not done: ${rows.join(', ')}` : ''}`,
      );
      if (facts.quick_bytes_written > announcedBytes) say(`  ${drive}: more was written than was announced`);
      runs.get(drive).push({ ...facts, load });
    }
  }
  const checks = drives.flatMap((drive) => rowsOf(drive, runs.get(drive), drive === 'own'));
  checks.forEach(sayRow);
  return { checks, runs: drives.flatMap((drive) => runs.get(drive).map((run) => ({ drive, ...run }))) };
}
