import type { JobResult } from '../documents/pass.ts';
import { median, standardDeviation, studentT95, sum } from '../documents/stats.ts';
import { bytesPerSecond, leadingFigure, passesOf } from './derive.ts';
import { SPREAD_LIMIT } from './loops.ts';

/** What a job is shown by in each of its loops, as logarithms, by the numbers of the loops. */
function rateByLoop(job: JobResult): [loop: number, rate: number][] {
  const figure = leadingFigure(job);
  const rates = bytesPerSecond(job, figure)?.values ?? [];
  return passesOf(job, figure).map(({ loop }, i) => [loop, Math.log(rates[i] ?? NaN)]);
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
