import type { JobHead } from '../../schedule/passes.ts';
import { isByTime } from './budget.ts';
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

/**
 * The jobs in their order: all rows in the first direction, then all in the next, and the drive reads before them or, by time,
 * after: what memory and writes can tell need not wait until the system has forgotten.
 */
export function jobsOf(plan: MatrixPlan): JobHead[] {
  const driveReads: JobHead[] = hasParts(plan)
    ? driveRowOrder(plan).map((row) => ({ row, direction: 'read', reads: 'drive' }))
    : [];
  const directions = readsOnce(plan) ? [] : plan.directions;
  const others = directions.flatMap((direction) =>
    plan.rows.map((_, row): JobHead => ({ row, direction, ...(direction === 'read' && { reads: 'memory' as const }) })),
  );
  return isByTime(plan) ? [...others, ...driveReads] : [...driveReads, ...others];
}

/** Jobs whose loops take turns, by their places among all jobs: by time those of one kind, else each is alone. */
export function turnsOf(plan: MatrixPlan): number[][] {
  const heads = jobsOf(plan);
  if (!isByTime(plan)) return heads.map((_, index) => [index]);
  const kinds = new Map<string, number[]>();
  heads.forEach(({ direction, reads = '' }, index) => {
    const kind = `${direction} ${reads}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), index]);
  });
  return [...kinds.values()];
}
