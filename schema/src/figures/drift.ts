import type { JobResult } from '../documents/pass.ts';
import { mean, squaresOf, standardDeviation, studentT } from '../documents/deviations.ts';
import { median } from '../documents/stats.ts';
import { bytesPerSecond, leadingFigure } from './derive.ts';
import { FIGURE_INTERVAL, SPREAD_LIMIT } from './loops.ts';

/** The rates of a job in each of its loops, as logarithms, by the numbers of the loops. */
function rateByLoop(job: JobResult): [loop: number, rate: number][] {
  const rate = bytesPerSecond(job, leadingFigure(job));
  return rate === null ? [] : rate.loops.map((loop, i) => [loop, Math.log(rate.values[i] ?? NaN)]);
}

/**
 * The speed of the second half of a run in relation to the first, in jobs whose loops took turns, so that whatever changed
 * met all of them: by those that have loops in both halves. `null` where they do not agree on a change by as much as those
 * of another run may differ, or it is less than a tenth.
 */
export function driftOf(jobs: readonly JobResult[]): number | null {
  const rates = jobs.map(rateByLoop);
  const lastLoop = Math.max(...rates.flat().map(([loop]) => loop));
  const changes = rates.flatMap((jobRates) => {
    const ofHalf = (isLater: boolean) =>
      median(jobRates.flatMap(([loop, rate]) => (2 * loop > lastLoop === isLater ? rate : [])));
    const change = ofHalf(true) - ofHalf(false);
    return Number.isFinite(change) ? change : [];
  });
  if (changes.length < 2) return null;
  const change = mean(changes);
  const error = standardDeviation(changes) / Math.sqrt(changes.length);
  const reach = Math.max(
    Math.log1p(SPREAD_LIMIT),
    studentT(FIGURE_INTERVAL.level, changes.length - 1) * Math.SQRT2 * error,
  );
  return Math.abs(change) > reach ? Math.exp(change) : null;
}

/** Smaller steps are what a computer does that is in use. */
const MIN_STEP = Math.log(4 / 3);
/** So many times Student's t hold for all places at which a step may be found together, of six loops and more (Bonferroni). */
const TIMES_FOR_ALL_PLACES = 2.2;

/** By how much each loop differs from the others: the median of the jobs that have it, two at least, so that one stall is no step. */
function effectsOf(jobs: readonly JobResult[]): number[] {
  const byLoop: number[][] = [];
  for (const rates of jobs.map(rateByLoop)) {
    const middle = median(rates.map(([, rate]) => rate));
    for (const [loop, rate] of rates) (byLoop[loop] ??= []).push(rate - middle);
  }
  return byLoop.filter(({ length }) => length > 1).map(median);
}

/**
 * The speed of jobs whose loops took turns after a place in relation to before, where it changed once and stayed so: a
 * drive whose cache is used up, or that has grown hot. `null` where no place stands out from what the loops differ by anyway, and
 * for the middle, of which the halves tell.
 */
export function stepOf(jobs: readonly JobResult[]): number | null {
  const effects = effectsOf(jobs);
  const count = effects.length;
  if (count < 6) return null;
  let [change, place] = [0, 0];
  let certainty = TIMES_FOR_ALL_PLACES * studentT(FIGURE_INTERVAL.level, count - 2);
  for (let at = 1; at < count; at++) {
    const [before, after] = [effects.slice(0, at), effects.slice(at)];
    const difference = mean(after) - mean(before);
    const variance = (squaresOf(before) + squaresOf(after)) / (count - 2);
    const ownCertainty = Math.abs(difference) / Math.sqrt(variance * (1 / at + 1 / after.length));
    if (ownCertainty > certainty) [change, place, certainty] = [difference, at, ownCertainty];
  }
  return Math.abs(change) >= MIN_STEP && 2 * place !== count ? Math.exp(change) : null;
}
