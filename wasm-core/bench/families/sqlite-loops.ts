import type { LoopCell } from '../../ts/stores/loop.ts';
import type { WorkSize } from '../../ts/stores/values.ts';

const WAL = 'PRAGMA locking_mode = exclusive; PRAGMA journal_mode = wal; PRAGMA synchronous = full';

/** Where SQLite keeps its rows: the same on both sides. In memory there is no VFS to make a difference. */
export const SQL_PRAGMAS = { memory: '', file: '', 'file-wal': WAL } as const;
export type SqlitePlace = keyof typeof SQL_PRAGMAS;

/** Of one side. `statementNs`: in memory only. */
export interface SqliteTimes {
  readonly loops: readonly (readonly LoopCell[])[];
  readonly statementNs: readonly number[];
}

/** What a worker of the bench page is asked. */
export interface SqliteLoops {
  readonly place: SqlitePlace;
  readonly size: WorkSize;
}
