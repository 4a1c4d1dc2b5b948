import type { JobHead } from '../../schedule/passes.ts';
import { forgets, hasParts, readsOnce } from './cache.ts';
import type { MatrixPlan } from './plan-schema.ts';

/**
 * The places of the rows in the order of their jobs. After forgetting, random rows come first: a sequential one reads
 * ahead and fills memory again.
 */
export function driveRowOrder(plan: MatrixPlan): number[] {
  const order = plan.rows.map((_, index) => index);
  if (!forgets(plan)) return order;
  const isRandom = (index: number) => plan.rows[index]?.pattern === 'random';
  return [...order.filter(isRandom), ...order.filter((index) => !isRandom(index))];
}

/** The jobs in their order: drive reads first, then all rows in the first direction, then all in the next. */
export function jobsOf(plan: MatrixPlan): JobHead[] {
  const driveReads: JobHead[] = hasParts(plan)
    ? driveRowOrder(plan).map((row) => ({ row, direction: 'read', reads: 'drive' }))
    : [];
  const directions = readsOnce(plan) ? [] : plan.directions;
  const others = directions.flatMap((direction) =>
    plan.rows.map((_, row): JobHead => ({ row, direction, ...(direction === 'read' && { reads: 'memory' as const }) })),
  );
  return [...driveReads, ...others];
}
