import type { StorageApi, StorageApiCell } from '@opfsmark/schema/families';

/** One API at one item size in one direction, or an API that is not there. */
export type StorageApisFound = { readonly cell: StorageApiCell } | { readonly missing: StorageApi };
