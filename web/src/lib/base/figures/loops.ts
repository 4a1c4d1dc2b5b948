import type { JobResult } from '@opfsmark/schema/documents';
import { bytesPerSecond, passesOf, type JobFigure } from '@opfsmark/schema/figures';

/** Bytes per second of a loop; `stalled`: the figure is without it, because hardly a call of it did not; `null`: there was none. */
type LoopRate = number | 'stalled' | null;

/** What each loop of a job reached, from the first on: none takes the place of another that was left out. */
export function loopRates(job: JobResult, figure: JobFigure): LoopRate[] {
  const rate = bytesPerSecond(job, figure);
  const values = new Map(rate?.loops.map((loop, at) => [loop, rate.values[at]]));
  const made = passesOf(job, figure).map(({ loop }) => loop);
  return Array.from(
    { length: Math.max(0, ...made) },
    (_, index) => values.get(index + 1) ?? (made.includes(index + 1) ? 'stalled' : null),
  );
}
