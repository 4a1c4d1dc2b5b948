import * as z from 'zod/mini';

/** A Parquet file of a snapshot. */
export const SnapshotFile = z.strictObject({
  name: z.string(),
  kind: z.enum(['runs', 'devices']),
  url: z.string(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});
export type SnapshotFile = z.infer<typeof SnapshotFile>;

/** `GET /api/v1/snapshot`: what the newest snapshot of all public runs consists of. */
export const SnapshotManifest = z.strictObject({
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  suite: z.int(),
  license: z.string(),
  license_url: z.string(),
  /** `false`: a file is being written again, because a run in it was deleted. */
  complete: z.boolean(),
  runs: z.int(),
  /** What a rank needs, and after how many months a run is in the snapshot, but too old to have a vote. */
  rank_policy: z.strictObject({
    min_providers: z.int(),
    waiting_ms: z.number(),
    min_span_ms: z.number(),
    max_months: z.int(),
  }),
  files: z.array(SnapshotFile),
});
export type SnapshotManifest = z.infer<typeof SnapshotManifest>;

/** `POST /api/v1/admin/v1/snapshot` */
export const SnapshotTaken = z.strictObject({ done: z.boolean() });
export type SnapshotTaken = z.infer<typeof SnapshotTaken>;

/** The licence of all published results; CITATION.cff says the same. */
export const DATA_LICENSE = {
  id: 'CC-BY-4.0',
  url: 'https://creativecommons.org/licenses/by/4.0/',
} as const;
