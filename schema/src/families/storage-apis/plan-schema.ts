import * as z from 'zod/mini';
import { BOUNDS, SUITE_VERSION } from '../../documents/bounds.ts';
import { integerWithin } from '../../documents/checks.ts';
import { STORAGE_APIS } from './apis.ts';
import { FamilyProfile } from '../family-profile.ts';

export const StorageApi = z.enum(STORAGE_APIS);
export type StorageApi = z.infer<typeof StorageApi>;

export const STORAGE_APIS_BOUNDS = {
  small_items: { min: 10, max: 10_000 },
  large_items: { min: 2, max: 2_000 },
} as const;

/** The same items through each API: an item is written so that it could be read back, then all are read in another order. */
export const StorageApisPlan = z.strictObject({
  family: z.literal('storage-apis'),
  suite: z.literal(SUITE_VERSION),
  profile: FamilyProfile,
  apis: z.array(StorageApi).check(
    z.minLength(1),
    z.maxLength(STORAGE_APIS.length),
    z.refine((apis) => new Set(apis).size === apis.length, 'an API is there twice'),
  ),
  /** Items of 4 KiB and of 1 MiB. */
  small_items: integerWithin(STORAGE_APIS_BOUNDS.small_items),
  large_items: integerWithin(STORAGE_APIS_BOUNDS.large_items),
  seed: integerWithin(BOUNDS.seed),
});
export type StorageApisPlan = z.infer<typeof StorageApisPlan>;
