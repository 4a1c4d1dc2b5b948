export const STORAGE_APIS = ['opfs-sync', 'opfs-writable', 'idb-relaxed', 'idb-strict', 'cache'] as const;
