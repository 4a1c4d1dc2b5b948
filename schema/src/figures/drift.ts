import type { JobResult } from '../documents/pass.ts';
import { median, standardDeviation, studentT, studentT95, sum } from '../documents/stats.ts';
import { bytesPerSecond, leadingFigure } from './derive.ts';
import { SPREAD_LIMIT } from './loops.ts';

/** What a job is shown by in each of its loops, as logarithms, by the numbers of the loops. */
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
  const change = sum(changes) / changes.length;
  const error = standardDeviation(changes) / Math.sqrt(changes.length);
  const reach = Math.max(Math.log1p(SPREAD_LIMIT), studentT95(changes.length - 1) * Math.SQRT2 * error);
  return Math.abs(change) > reach ? Math.exp(change) : null;
}

/** A loop of a job counts as at most so far from its others: one that stalled does not make a step by itself. */
const MAX_DEVIATION = Math.LN2;
/** Smaller steps are what a computer does that is in use. */
const MIN_STEP = Math.log(4 / 3);
/** Of all places at which a step may be found together. */
const CONFIDENCE = 0.95;

/** A speed that changed once and stayed so. */
export interface Step {
  /** What it was afterwards in relation to before. */
  readonly share: number;
  /** After how many loops. */
  readonly afterLoop: number;
}

/** By how much each loop differs from the others, as a mean over the jobs that have it. */
function effectsOf(rates: readonly (readonly [loop: number, rate: number][])[]): number[] {
  const lastLoop = Math.max(0, ...rates.flat().map(([loop]) => loop));
  const centred = rates.map((jobRates) => {
    const middle = median(jobRates.map(([, rate]) => rate));
    const clip = (rate: number) => Math.max(-MAX_DEVIATION, Math.min(MAX_DEVIATION, rate - middle));
    return new Map(jobRates.map(([loop, rate]) => [loop, clip(rate)]));
  });
  return Array.from({ length: lastLoop }, (_, at) => {
    const values = centred.flatMap((byLoop) => byLoop.get(at + 1) ?? []);
    return values.length < 2 ? Number.NaN : sum(values) / values.length;
  }).filter((effect) => Number.isFinite(effect));
}

/**
 * Where the speed of jobs whose loops took turns changed once, at whichever loop, and stayed so: a drive whose cache is used up, or
 * that has grown hot. `null` where no place stands out from what the loops differ by anyway, and for the middle, where halves tell.
 */
export function stepOf(jobs: readonly JobResult[]): Step | null {
  const effects = effectsOf(jobs.map(rateByLoop));
  const count = effects.length;
  if (count < 5) return null;
  const mean = (values: readonly number[]) => sum(values) / values.length;
  const places = Array.from({ length: count - 1 }, (_, at) => {
    const [before, after] = [effects.slice(0, at + 1), effects.slice(at + 1)];
    const [meanBefore, meanAfter] = [mean(before), mean(after)];
    const squares = [...before.map((effect) => effect - meanBefore), ...after.map((effect) => effect - meanAfter)];
    const deviation = Math.sqrt(sum(squares.map((square) => square ** 2)) / (count - 2));
    const error = deviation * Math.sqrt(1 / before.length + 1 / after.length);
    const change = meanAfter - meanBefore;
    return { change, afterLoop: at + 1, certainty: Math.abs(change) / error };
  });
  const [best] = places.toSorted((a, b) => b.certainty - a.certainty);
  const needed = studentT(1 - (1 - CONFIDENCE) / places.length, count - 2);
  if (!best || best.certainty <= needed || Math.abs(best.change) < MIN_STEP || 2 * best.afterLoop === count)
    return null;
  return { share: Math.exp(best.change), afterLoop: best.afterLoop };
}
