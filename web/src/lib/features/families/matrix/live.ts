import type { LiveJudge } from '../view.ts';
import { recordSoFar } from './model/record-so-far.ts';
import { verdictSoFar } from './model/verdict-so-far.ts';

/** Where the reads of a grid that is being measured came from, and the marks that it has so far. */
export const matrixLive: LiveJudge<'matrix'> = {
  verdictsSoFar:
    ({ floors }, clockStepNs) =>
    (job) =>
      verdictSoFar(job, floors, clockStepNs),
  recordSoFar,
};
