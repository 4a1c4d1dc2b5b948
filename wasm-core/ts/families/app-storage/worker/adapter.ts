import type { ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { MissingReason } from '@opfsmark/schema/families/app-storage/schema';
import type { AppStore, Maybe } from '../../../stores/store.ts';

/** The statements of every SQL contender. */
export const SQL = {
  create: 'CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, body BLOB NOT NULL)',
  put: 'INSERT INTO item VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  get: 'SELECT body FROM item WHERE id = ?',
  range: 'SELECT body FROM item WHERE id BETWEEN ? AND ? ORDER BY id',
  remove: 'DELETE FROM item WHERE id = ?',
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
} as const;

/** How one contender is opened, in one setting. */
export interface Adapter {
  /** Creates the store where it is not there. */
  open(): Promise<AppStore>;
  /**
   * A worker that has closed its store keeps nothing of it, but for handles, and can open one in another place: several that use one at
   * once then stay for the next repeat. Absent: each repeat has fresh workers.
   */
  readonly mayStay?: boolean;
}

/** The values of a range in a store that keeps no order of its keys: of those that are there, sorted; many at once. */
export async function valuesInRange(
  keys: readonly number[],
  [first, last]: readonly [first: number, last: number],
  get: (key: number) => Promise<Uint8Array | null>,
): Promise<Uint8Array[]> {
  const keysInRange = keys.filter((key) => key >= first && key <= last).sort((a, b) => a - b);
  return (await Promise.all(keysInRange.map(get))).filter((value) => value !== null);
}

/** What each file of `contenders` exports as `stores`: the contenders whose line in the schema's table names the file. */
export type Stores = Readonly<Partial<Record<ContenderId, Adapter>>>;

/** A contender: why it cannot run here, and how to load its code. */
export interface Entry {
  missing(): Maybe<MissingReason | null>;
  load(): Promise<Adapter>;
  /** See `Contender`. */
  readonly isCounted: boolean;
}
