import type { Layout } from '@opfsmark/schema/documents';
import type { FamilyId } from '@opfsmark/schema/families';
import { forgets } from '@opfsmark/schema/families/matrix/jobs';
import type { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { partsFilledBytes, partsFillStep } from '@opfsmark/schema/families/matrix/schedule';
import { withCache } from '@opfsmark/schema/families/matrix/budget';
import { sweepRows } from '@opfsmark/schema/families/sweep/rows';
import { type Estimate, type MeasuredRates, secondsOfSteps, wholeRun } from '@opfsmark/schema/schedule';
import { canPickFolder, pickedFolder } from '$lib/base/local/picked-folder.svelte.ts';
import { pickFile } from './pick.ts';
import type { FamilyStart } from './view.ts';

const DEFAULTS: FamilyStart = {
  controls: () => import('./ProfileControl.svelte'),
  planned: null,
  rowsOf: () => [],
  announcedUnit: 'mbs',
  pick: null,
  canPick: () => true,
  coldPlan: () => null,
  forgets: () => false,
  withoutForgetting: () => null,
};

/** How a run begins, where that is not as usual: only the page of a run needs it, and none that shows a result. */
const STARTS: { readonly [Id in FamilyId]?: Partial<FamilyStart<Id>> } = {
  matrix: {
    controls: () => import('./matrix/control/MatrixControls.svelte'),
    planned: () => import('./matrix/grid/PlanRows.svelte'),
    rowsOf: ({ rows }) => rows,
    coldPlan: (plan) => (plan.cache === 'cold' ? plan : null),
    forgets,
    withoutForgetting: (plan) => withCache(plan, 'as-is'),
  },
  'block-sweep': { rowsOf: sweepRows },
  'queue-sweep': { rowsOf: sweepRows, announcedUnit: 'iops' },
  'picked-folder': { pick: async () => pickedFolder.handle ?? (await pickedFolder.pick()), canPick: canPickFolder },
  'picked-file': { pick: pickFile },
};

/** How any run of this id begins: whoever holds a plan takes it by its family. */
export function startOf(id: FamilyId): FamilyStart {
  return { ...DEFAULTS, ...(STARTS[id] as Partial<FamilyStart> | undefined) };
}

/** The time to write the file of a cold plan; reading it after the restart is a run of its own. */
export function estimatePreparation(plan: MatrixPlan, layout: Layout, rates: MeasuredRates): Estimate {
  const seconds = secondsOfSteps(wholeRun(plan.family, [partsFillStep(plan, layout)]), rates);
  return {
    seconds,
    secondsMax: seconds,
    bytesWrittenMax: partsFilledBytes(plan, layout),
  };
}
