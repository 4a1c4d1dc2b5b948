import type { Row } from '@opfsmark/schema/documents';
import { planOf, type MatrixPlan } from '@opfsmark/schema/families';

/** Files and workers are prepared as for rows of the grid: `bytes` in all, for the row with the most workers. */
export function filesFor(rows: readonly Row[], bytes: number, seed: number): MatrixPlan {
  return {
    ...planOf('quick'),
    rows: [...rows],
    file_bytes: bytes,
    // Half of a mix writes; no other direction looks at it.
    mix_read_percent: 50,
    seed,
  };
}

/** For a family with a worker of its own: the pool only looks at the clock. */
export function noFiles(seed: number): MatrixPlan {
  return filesFor([{ pattern: 'sequential', block_bytes: 4096, queues: 1, threads: 1 }], 0, seed);
}
