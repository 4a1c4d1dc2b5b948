import { expectedChecksum, runLoop, type LoopCell } from '../../../wasm-core/ts/stores/loop.ts';
import type { AppStore, WorkSize } from '../../../wasm-core/ts/stores/store.ts';

const WAL = 'PRAGMA locking_mode = exclusive; PRAGMA journal_mode = wal; PRAGMA synchronous = full';

/** Where SQLite keeps its rows: the same on both sides. In memory there is no VFS to make a difference. */
export const SQL_PRAGMAS = { memory: '', file: '', 'file-wal': WAL } as const;
export type SqlitePlace = keyof typeof SQL_PRAGMAS;

/** The times of one side. `statementNs`: in memory only. */
export interface SqliteTimes {
  readonly loops: readonly (readonly LoopCell[])[];
  readonly statementNs: readonly number[];
}

/** What a worker of the bench page is asked. */
export interface SqliteLoops {
  readonly place: SqlitePlace;
  readonly size: WorkSize;
}

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

/** An order of calls by which a set of small files can be created, and how many files it keeps in the air. */
interface CreateOrder {
  readonly api: 'sync' | 'writable';
  /**
   * `each`: one file from the beginning to the end; `named first`: all are made, empty, then each is opened, written and
   * closed; `stages`: all are opened, then all written, then all closed.
   */
  readonly order: 'each' | 'named first' | 'stages';
  /** In each worker. */
  readonly inFlight: number;
  /** Which share the files. */
  readonly workers: number;
}

export interface CreateRequest extends CreateOrder {
  readonly files: number;
  readonly fileBytes: number;
}

/** What one worker does of it: files `first`, `first + workers`, ... in a folder that is there. */
export interface CreateShare extends CreateRequest {
  readonly folder: string;
  readonly first: number;
}
