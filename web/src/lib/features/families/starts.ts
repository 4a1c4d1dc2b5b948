import { forgets, sweepRows, withCache, type FamilyId } from '@opfsmark/schema/families';
import { pickFile } from './picked-file/pick.ts';
import { canPickFolder, pickFolder } from './picked-folder/pick.ts';
import type { FamilyStart } from './view.ts';

const DEFAULTS: FamilyStart = {
  controls: () => import('./control/ProfileControl.svelte'),
  planned: null,
  rowsOf: () => [],
  toldIn: 'mbs',
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
  'queue-sweep': { rowsOf: sweepRows, toldIn: 'iops' },
  sustained: { controls: () => import('./sustained/SustainedControls.svelte') },
  'picked-folder': {
    controls: () => import('./picked-folder/PickedFolderControls.svelte'),
    pick: pickFolder,
    canPick: canPickFolder,
  },
  'picked-file': { pick: pickFile },
};

/** How any run of this id begins: whoever holds a plan takes it by its family. */
export function startOf(id: FamilyId): FamilyStart {
  return { ...DEFAULTS, ...(STARTS[id] as Partial<FamilyStart> | undefined) };
}
