import type { LiveJudge } from '../view.ts';
import { recordSoFar } from './model/record-so-far.ts';

/** The marks that a grid has while it is measured. */
export const matrixLive: LiveJudge<'matrix'> = { recordSoFar };
