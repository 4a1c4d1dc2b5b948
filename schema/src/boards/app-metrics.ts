import type { ContenderId, IdbEngineId, WorkloadId } from '../families/index.ts';

/** Of storage for apps: saving a note, and reading one. */
export const APP_WORKLOADS = ['put', 'read'] as const satisfies readonly WorkloadId[];
export type AppWorkload = (typeof APP_WORKLOADS)[number];

/** Which engine IndexedDB is kept in: the browser's only one, or either of Chromium's. */
export type AppEngine = Exclude<IdbEngineId, 'unknown'> | 'own';

export interface AppStore {
  readonly contender: ContenderId;
  /** `null` for a contender that does not use IndexedDB. */
  readonly engine: AppEngine | null;
}

/** What is ranked: the contenders of the standard plan. Those that keep their rows in IndexedDB are another one per engine. */
export const APP_STORES = {
  opfs_sync: { contender: 'opfs-sync', engine: null },
  idb_strict: { contender: 'idb-strict', engine: 'own' },
  idb_strict_leveldb: { contender: 'idb-strict', engine: 'leveldb' },
  idb_strict_sqlite: { contender: 'idb-strict', engine: 'sqlite' },
  dexie_strict: { contender: 'dexie-strict', engine: 'own' },
  dexie_strict_leveldb: { contender: 'dexie-strict', engine: 'leveldb' },
  dexie_strict_sqlite: { contender: 'dexie-strict', engine: 'sqlite' },
  sahpool: { contender: 'sahpool', engine: null },
  sahpool_wal: { contender: 'sahpool-wal', engine: null },
  coop: { contender: 'coop', engine: null },
  write_ahead: { contender: 'write-ahead', engine: null },
} as const satisfies Record<string, AppStore>;
export type AppStoreId = keyof typeof APP_STORES;
export const APP_STORE_IDS = Object.keys(APP_STORES) as AppStoreId[];

export type AppMetricId = `app_${AppWorkload}_${AppStoreId}`;
export const appMetricId = (workload: AppWorkload, store: AppStoreId): AppMetricId => `app_${workload}_${store}`;
