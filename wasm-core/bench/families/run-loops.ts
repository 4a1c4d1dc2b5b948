import { expectedChecksum, runLoop, type LoopCell } from '../../ts/stores/loop.ts';
import type { AppStore } from '../../ts/stores/store.ts';
import type { WorkSize } from '../../ts/stores/values.ts';

/** Loop by loop, the cells of the family `app-storage` on one store, which stays open: what is in memory would be gone. */
export async function runLoops(store: AppStore, size: WorkSize): Promise<LoopCell[][]> {
  const loops: LoopCell[][] = [];
  const open = () => Promise.resolve(store);
  for (let loop = 0; loop <= size.loops; loop++) {
    const cells: LoopCell[] = [];
    const checksum = await runLoop({ size, loop, open, count: null, onCell: (cell) => cells.push(cell) });
    if (checksum !== expectedChecksum(size, loop)) throw new Error('the rows are not those that were put');
    if (loop > 0) loops.push(cells);
  }
  return loops;
}

/** So many rows are made, sorted and summed up by one statement. */
export const STATEMENT_ROWS = 20_000;
const STATEMENT = `WITH RECURSIVE made(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM made WHERE id < ${STATEMENT_ROWS})
  SELECT count(*), sum(length(hex(body))) FROM (SELECT zeroblob(100 + id % 7) AS body FROM made ORDER BY id * 7919 % 104729)`;
const STATEMENT_RUNS = 9;

/** Nanoseconds of one statement that computes for long: SQLite alone, without calls from JavaScript and without a VFS. */
export function timeStatement(exec: (sql: string) => void): number[] {
  return Array.from({ length: STATEMENT_RUNS }, () => {
    const startMs = performance.now();
    exec(STATEMENT);
    return (performance.now() - startMs) * 1e6;
  });
}
