import { FILL_BLOCK_BYTES } from '../../documents/bounds.ts';

export const MAX_ROUNDS = 4_096;

interface Sizes {
  readonly budget_bytes: number;
  readonly file_bytes: number;
  readonly round_bytes: number;
  readonly queues: number;
}

/** What is filled before the rounds: the file, up to as many whole blocks for each worker, who may have a file of its own. */
export function filledFileBytes({ file_bytes, queues }: Pick<Sizes, 'file_bytes' | 'queues'>): number {
  const turnBytes = queues * FILL_BLOCK_BYTES;
  return Math.ceil(file_bytes / turnBytes) * turnBytes;
}

/** How many rounds the budget is for. */
export function roundsMax(plan: Sizes): number {
  return Math.floor((plan.budget_bytes - filledFileBytes(plan)) / plan.round_bytes);
}
