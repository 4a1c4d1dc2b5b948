import { forgets, sweepRows, withCache, type FamilyId } from '@opfsmark/schema/families';
import { pickFile } from './picked-file/pick.ts';
import { canPickFolder, pickFolder } from './picked-folder/pick.ts';
import type { FamilyStart } from './view.ts';

/** What most families have in common. */
const COMMON = {
  controls: () => import('./control/ProfileControl.svelte'),
  planned: null,
  rowsOf: () => [],
  toldIn: 'mbs',
  pick: null,
  canPick: () => true,
  coldPlan: () => null,
  forgets: () => false,
  withoutForgetting: () => null,
} as const;

/** How a run of every family begins: only the page of a run needs it, and none that shows a result. */
const STARTS: { readonly [Id in FamilyId]: FamilyStart<Id> } = {
  matrix: {
    ...COMMON,
    controls: () => import('./matrix/control/MatrixControls.svelte'),
    planned: () => import('./matrix/grid/PlanRows.svelte'),
    rowsOf: ({ rows }) => rows,
    coldPlan: (plan) => (plan.cache === 'cold' ? plan : null),
    forgets,
    withoutForgetting: (plan) => withCache(plan, 'as-is'),
  },
  stutter: COMMON,
  'small-files': COMMON,
  'block-sweep': { ...COMMON, rowsOf: sweepRows },
  'queue-sweep': { ...COMMON, rowsOf: sweepRows, toldIn: 'iops' },
  durability: COMMON,
  sustained: { ...COMMON, controls: () => import('./sustained/SustainedControls.svelte') },
  database: COMMON,
  'app-storage': COMMON,
  'picked-folder': {
    ...COMMON,
    controls: () => import('./picked-folder/PickedFolderControls.svelte'),
    pick: pickFolder,
    canPick: canPickFolder,
  },
  'picked-file': { ...COMMON, pick: pickFile },
};

/** How any run of this id begins: whoever holds a plan takes it by its family. */
export function startOf(id: FamilyId): FamilyStart {
  return STARTS[id] as unknown as FamilyStart;
}
