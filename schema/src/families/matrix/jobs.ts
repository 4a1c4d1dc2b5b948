import type { JobSpec } from '../../schedule/steps.ts';
import type { MatrixPlan } from './plan-schema.ts';

/** The jobs of a plan and their order. */

/**
 * Plans whose budget is time on the drive: the file is as large as the drive fills it in a few seconds, rows take turns, and
 * each goes on until its interval is narrow or its time is over.
 */
export function isByTime({ drive_s }: Pick<MatrixPlan, 'drive_s'>): boolean {
  return drive_s > 0;
}

/** Nothing but drive reads, each block once: each loop of each row has a part of its own, which nothing else touches. */
export function readsOnce({ cache }: MatrixPlan): boolean {
  return cache === 'cold' || cache === 'deep' || cache === 'drive';
}

/** Whether a plan has such parts, beside other files or alone. */
export function hasParts({ cache }: MatrixPlan): boolean {
  return cache !== 'as-is';
}

/** Whether the system is made to forget the parts before they are read. */
export function forgets({ cache }: MatrixPlan): boolean {
  return cache === 'drive' || cache === 'drive-and-memory';
}

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
export function jobsOf(plan: MatrixPlan): JobSpec[] {
  const driveReads: JobSpec[] = hasParts(plan)
    ? driveRowOrder(plan).map((row) => ({ row, direction: 'read', reads: 'drive' }))
    : [];
  const directions = readsOnce(plan) ? [] : plan.directions;
  const otherJobs = directions.flatMap((direction) =>
    plan.rows.map((_, row): JobSpec => ({ row, direction, ...(direction === 'read' && { reads: 'memory' as const }) })),
  );
  return isByTime(plan) ? [...otherJobs, ...driveReads] : [...driveReads, ...otherJobs];
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
