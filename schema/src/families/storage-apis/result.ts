import * as z from 'zod/mini';
import { decodeHistogram, totalCount } from '../../documents/histogram.ts';
import { count, nanoseconds, sparseText } from '../../documents/checks.ts';
import { claims } from '../claims.ts';
import { defineResultSide } from '../family.ts';
import { STORAGE_APIS, STORAGE_BLOCKS, plannedItems } from './plan.ts';
import type { StorageApisPlan } from './plan-schema.ts';
import { StorageApi } from './plan-schema.ts';

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

export const storageApisResultSide = defineResultSide<StorageApisPlan, StorageApisResult>({
  id: 'storage-apis',
  result: StorageApisResult,
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
});
