import type { Row } from '../../documents/checks.ts';
import type { SweepPlan } from './schema.ts';

function powersOfTwo(from: number, to: number): number[] {
  const values: number[] = [];
  for (let value = from; value <= to; value *= 2) values.push(value);
  return values;
}

/** The points of a sweep as rows of the grid, in the order in which they run. */
export function sweepRows(plan: SweepPlan): Row[] {
  const { pattern } = plan;
  switch (plan.family) {
    case 'block-sweep':
      return powersOfTwo(plan.min_block_bytes, plan.max_block_bytes).map((block_bytes) => ({
        pattern,
        block_bytes,
        queues: plan.queues,
        threads: 1,
      }));
    case 'queue-sweep':
      return powersOfTwo(1, plan.max_queues).map((queues) => ({
        pattern,
        block_bytes: plan.block_bytes,
        queues,
        threads: 1,
      }));
    default:
      return plan satisfies never;
  }
}
