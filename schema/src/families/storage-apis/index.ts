import * as z from 'zod/mini';
import { bucketValueNs, decodeHistogram, percentileBucket, totalCount } from '../../documents/histogram.ts';
import { BOUNDS, STANDARD_SEED, SUITE_VERSION, integerWithin } from '../../documents/bounds.ts';
import { formatBytes, KIB, MIB } from '../../documents/units.ts';
import { choices, wholeNumber } from '../../plan/codec.ts';
import type { Figure } from '../../figures/figure.ts';
import { intervalOf } from '../../figures/loops.ts';
import { loadStep, type Step } from '../../schedule/steps.ts';
import { claims } from '../claims.ts';
import { defineFamily, FamilyProfile } from '../family.ts';
import { partOfPass, passOfSpan } from '../iostat-part.ts';
import { count, nanoseconds, sparseText, sum } from '../../documents/wire.ts';

export const STORAGE_APIS = ['opfs-sync', 'opfs-writable', 'idb-relaxed', 'idb-strict', 'cache'] as const;
export const StorageApi = z.enum(STORAGE_APIS);
export type StorageApi = z.infer<typeof StorageApi>;

export const STORAGE_BLOCKS = [4 * KIB, MIB] as const;
export const STORAGE_APIS_BOUNDS = {
  small_items: { min: 10, max: 10_000 },
  large_items: { min: 2, max: 2_000 },
} as const;

/** The same items through each API: an item is written so that it could be read back, then all are read in another order. */
export const StorageApisPlan = z.strictObject({
  family: z.literal('storage-apis'),
  suite: z.literal(SUITE_VERSION),
  profile: FamilyProfile,
  apis: z.array(StorageApi).check(
    z.minLength(1),
    z.maxLength(STORAGE_APIS.length),
    z.refine((apis) => new Set(apis).size === apis.length, 'an API is there twice'),
  ),
  /** Items of 4 KiB and of 1 MiB. */
  small_items: integerWithin(STORAGE_APIS_BOUNDS.small_items),
  large_items: integerWithin(STORAGE_APIS_BOUNDS.large_items),
  seed: integerWithin(BOUNDS.seed),
});
export type StorageApisPlan = z.infer<typeof StorageApisPlan>;

/** One API at one item size in one direction. */
export const StorageApiCell = z.strictObject({
  api: StorageApi,
  block_bytes: z.union([z.literal(STORAGE_BLOCKS[0]), z.literal(STORAGE_BLOCKS[1])]),
  direction: z.enum(['write', 'read']),
  ops: count(),
  bytes: count(),
  /** One call after the other, and the closing flush of `opfs-sync`. */
  elapsed_ns: nanoseconds(),
  busy_ns: nanoseconds(),
  histogram: sparseText(),
  /** Items whose content was compared after they were read. */
  verified_items: count(),
});
export type StorageApiCell = z.infer<typeof StorageApiCell>;

export const StorageApisResult = z.strictObject({
  family: z.literal('storage-apis'),
  /** APIs that this browser does not have here. */
  missing: z.array(StorageApi).check(z.maxLength(STORAGE_APIS.length)),
  cells: z.array(StorageApiCell).check(z.maxLength(STORAGE_APIS.length * 4)),
});
export type StorageApisResult = z.infer<typeof StorageApisResult>;

export interface StorageApiFigure {
  readonly bytesPerS: number;
  readonly opsPerS: number;
  readonly p50Ns: number;
  readonly p99Ns: number;
  /** Against OPFS sync handles in the same cell; `null` where those were left out. */
  readonly ratio: number | null;
}

export function storageApiFigure(cell: StorageApiCell, result: StorageApisResult): StorageApiFigure | null {
  const counts = decodeHistogram(cell.histogram) ?? [];
  if (cell.ops === 0 || totalCount(counts) === 0) return null;
  const rate = (of: StorageApiCell) => (of.bytes * 1e9) / of.elapsed_ns;
  const baseline = result.cells.find(
    (other) =>
      other.api === 'opfs-sync' && other.block_bytes === cell.block_bytes && other.direction === cell.direction,
  );
  return {
    bytesPerS: rate(cell),
    opsPerS: (cell.ops * 1e9) / cell.elapsed_ns,
    p50Ns: bucketValueNs(percentileBucket(counts, 0.5)),
    p99Ns: bucketValueNs(percentileBucket(counts, 0.99)),
    ratio: baseline && baseline.ops > 0 ? rate(cell) / rate(baseline) : null,
  };
}

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
const USUAL_ITEMS_PER_S: Readonly<Record<StorageApi, Record<StorageApiCell['direction'], readonly [number, number]>>> =
  {
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
export function storageApiStepId(api: StorageApi, blockBytes: number, direction: StorageApiCell['direction']): string {
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

export const storageApis = defineFamily<StorageApisPlan, StorageApisResult>({
  id: 'storage-apis',
  plan: StorageApisPlan,
  result: StorageApisResult,
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
  contradictions({ result, plan }) {
    const { claim, found } = claims();
    const seen = new Set<string>();
    result.cells.forEach((cell, index) => {
      const pointer = `/cells/${index}`;
      const name = `${cell.api} ${cell.block_bytes} ${cell.direction}`;
      claim(!seen.has(name), pointer, 'is there twice');
      seen.add(name);
      claim(plan.apis.includes(cell.api), `${pointer}/api`, 'was not planned');
      claim(cell.ops === plannedItems(plan, cell.block_bytes), `${pointer}/ops`, 'is not what was planned');
      claim(cell.bytes === cell.ops * cell.block_bytes, `${pointer}/bytes`, 'is not items x size');
      claim(
        totalCount(decodeHistogram(cell.histogram) ?? []) === cell.ops,
        `${pointer}/histogram`,
        'does not hold all items',
      );
      claim(cell.busy_ns <= cell.elapsed_ns * 1.01, `${pointer}/busy_ns`, 'is more than it lasted');
      claim(
        cell.direction === 'write' || cell.verified_items === cell.ops,
        `${pointer}/verified_items`,
        'is not every item',
      );
    });
    return found;
  },
  iostat: ({ cells }) =>
    cells.flatMap(({ api, block_bytes, direction, ops: calls, bytes, busy_ns: ns, elapsed_ns: elapsedNs }) =>
      partOfPass(
        `${api} ${formatBytes(block_bytes)} ${direction}`,
        passOfSpan({ elapsedNs, workers: 1, [direction]: { calls, bytes, ns } }),
      ),
    ),
  figures: ({ result }) =>
    result.cells.flatMap((cell): Figure[] => {
      const figure = storageApiFigure(cell, result);
      if (!figure) return [];
      const id = `${cell.api} ${formatBytes(cell.block_bytes)} ${cell.direction}`;
      // Items that were just written are read from memory.
      const read_from = cell.direction === 'read' ? 'cached' : null;
      const interval = intervalOf([figure.bytesPerS]);
      return [{ id, name: id, unit: 'bytes_per_s', better: 'higher', ...interval, p99_ns: figure.p99Ns, read_from }];
    }),
});
