import type { AppStoreId, AppWorkload, MetricId } from '@opfsmark/schema/boards';
import type { ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { Words } from '@opfsmark/schema/answer/words';

/** Short for the head of a column, long where it stands alone. */
interface Label {
  readonly short: string;
  readonly long: string;
}
type LabelOf = (name: string) => Label;

type RowMetricId = Extract<MetricId, `${'rnd4k' | 'seq1m'}_${string}`>;
type StoreMetricId = Extract<MetricId, `app_${AppWorkload}_${string}`>;
type RowOf<Id> = Id extends `${infer Block}_${infer Queues}_${string}` ? `${Block}_${Queues}` : never;
type RowKind = RowMetricId extends `${string}_${string}_${infer Kind}` ? Kind : never;

/** The names of rows, by the ids of their numbers. Types alone are taken from there: texts are loaded without it. */
const ROWS: Readonly<Record<RowOf<RowMetricId>, string>> = {
  rnd4k_q1t1: 'RND4K Q1',
  rnd4k_q32t1: 'RND4K Q32',
  seq1m_q1t1: 'SEQ1M Q1',
  seq1m_q8t1: 'SEQ1M Q8',
};
const STORES: Readonly<Record<AppStoreId, readonly [contender: ContenderId, engine?: string]>> = {
  opfs_sync: ['opfs-sync'],
  idb_strict: ['idb-strict'],
  idb_strict_leveldb: ['idb-strict', 'LevelDB'],
  idb_strict_sqlite: ['idb-strict', 'SQLite'],
  dexie_strict: ['dexie-strict'],
  dexie_strict_leveldb: ['dexie-strict', 'LevelDB'],
  dexie_strict_sqlite: ['dexie-strict', 'SQLite'],
  sahpool: ['sahpool'],
  sahpool_wal: ['sahpool-wal'],
  coop: ['coop'],
  write_ahead: ['write-ahead'],
};

function labelsOf<Id extends string>(
  names: Readonly<Record<string, string>>,
  kinds: Readonly<Record<string, LabelOf>>,
  idOf: (name: string, kind: string) => string,
): Record<Id, Label> {
  const labels = Object.entries(names).flatMap(([id, name]) =>
    Object.entries(kinds).map(([kind, labelOf]) => [idOf(id, kind), labelOf(name)]),
  );
  return Object.fromEntries(labels) as Record<Id, Label>;
}

/** The labels of rows: each in every way in which it is measured. */
export const rowLabels = (kinds: Readonly<Record<RowKind, LabelOf>>) =>
  labelsOf<RowMetricId>(ROWS, kinds, (row, kind) => `${row}_${kind}`);

/** The labels of storage for apps: each store, and the engine it is kept in where that makes another one of it. */
export function storeLabels(
  stores: Words['stores'],
  inEngine: (store: string, engine: string) => string,
  workloads: Readonly<Record<AppWorkload, LabelOf>>,
) {
  const names = Object.entries(STORES).map(([id, [contender, engine]]) => {
    const store = stores[contender];
    return [id, engine === undefined ? store : inEngine(store, engine)] as const;
  });
  return labelsOf<StoreMetricId>(Object.fromEntries(names), workloads, (store, kind) => `app_${kind}_${store}`);
}
