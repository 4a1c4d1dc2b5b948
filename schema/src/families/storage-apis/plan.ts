import { STANDARD_SEED, SUITE_VERSION } from '../../documents/bounds.ts';
import { KIB, MIB } from '../../documents/units.ts';
import { sum } from '../../documents/wire.ts';
import { choices, wholeNumber } from '../../plan/codec.ts';
import { type Step, loadStep } from '../../schedule/steps.ts';
import { definePlanSide } from '../family.ts';
import { STORAGE_APIS } from './apis.ts';
import type { StorageApisPlan, StorageApi } from './plan-schema.ts';

export * from './apis.ts';

export const STORAGE_BLOCKS = [4 * KIB, MIB] as const;

const QUICK: StorageApisPlan = {
  family: 'storage-apis',
  suite: SUITE_VERSION,
  profile: 'quick',
  apis: [...STORAGE_APIS],
  small_items: 200,
  large_items: 24,
  seed: STANDARD_SEED,
};

const USUAL_LOAD_S = 0.1;

/** Items per second on an ordinary computer: of 4 KiB, and of 1 MiB. */
const USUAL_ITEMS_PER_S: Readonly<Record<StorageApi, Record<'write' | 'read', readonly [number, number]>>> = {
  'opfs-sync': { write: [10_000, 400], read: [10_000, 200] },
  'opfs-writable': { write: [250, 120], read: [800, 150] },
  'idb-relaxed': { write: [800, 100], read: [2_000, 150] },
  'idb-strict': { write: [400, 100], read: [2_000, 150] },
  cache: { write: [500, 100], read: [600, 150] },
};

export function plannedItems(plan: StorageApisPlan, blockBytes: number): number {
  return blockBytes === STORAGE_BLOCKS[0] ? plan.small_items : plan.large_items;
}

/** The name of a step, as the worker says it. */
export function storageApiStepId(api: StorageApi, blockBytes: number, direction: 'write' | 'read'): string {
  return `${api} ${blockBytes} ${direction}`;
}

function storageApiSteps(plan: StorageApisPlan): Step[] {
  const cells = plan.apis.flatMap((api) =>
    STORAGE_BLOCKS.flatMap((block) =>
      (['write', 'read'] as const).map((direction) => ({
        id: storageApiStepId(api, block, direction),
        pace: storageApiStepId(api, block, direction),
        work: plannedItems(plan, block),
        usualPerS: USUAL_ITEMS_PER_S[api][direction][block === STORAGE_BLOCKS[0] ? 0 : 1],
      })),
    ),
  );
  return [loadStep('storage-apis', USUAL_LOAD_S), ...cells];
}

export const storageApisPlanSide = definePlanSide<StorageApisPlan>({
  id: 'storage-apis',
  profiles: { quick: QUICK, full: { ...QUICK, profile: 'full', small_items: 2_000, large_items: 200 } },
  codec: {
    apis: choices('apis'),
    small_items: wholeNumber('small'),
    large_items: wholeNumber('large'),
    seed: wholeNumber('seed'),
  },
  steps: storageApiSteps,
  // createWritable and databases write a block more than once: to a swap file or a log, then in its place.
  bytesWrittenMax: (plan) =>
    plan.apis.length * 3 * sum(STORAGE_BLOCKS.map((block) => block * plannedItems(plan, block))),
});
