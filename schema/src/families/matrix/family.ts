import { matrixLayout } from './board-layout.ts';
import { matrixFlags } from './flags.ts';
import { matrixPlan } from './plan.ts';

/** The default family, for a page that loads no other. */
export const matrixFamily = { ...matrixPlan, flags: matrixFlags, boardLayout: matrixLayout };
