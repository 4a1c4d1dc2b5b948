import type { Layout } from '@opfsmark/schema/documents';
import { partsFilledBytes, partsFillStep, type MatrixPlan } from '@opfsmark/schema/families';
import { secondsOfSteps, wholeRun, type Estimate, type Paces } from '@opfsmark/schema/schedule';

/** What writing the file of a cold plan takes; reading it after the restart is a run of its own. */
export function estimatePreparation(plan: MatrixPlan, layout: Layout, paces: Paces): Estimate {
  const seconds = secondsOfSteps(wholeRun(plan.family, [partsFillStep(plan, layout)]), paces);
  return {
    seconds,
    secondsMax: seconds,
    bytesWrittenMax: partsFilledBytes(plan, layout),
  };
}
