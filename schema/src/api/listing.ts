import * as z from 'zod/mini';
import { BOARD_LAYOUTS } from '../documents/lists.ts';
import { BOARD_UNITS } from '../boards/metrics.ts';
import { RunId, WarningTexts } from '../documents/checks.ts';
import { RunLinks } from './ticket.ts';

/** A Parquet file of a snapshot. */
export const SnapshotFile = z.strictObject({
  name: z.string(),
  kind: z.enum(['runs', 'sources', 'devices']),
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
  /** Which numbers of `RANK_POLICIES` its lists follow. */
  policy: z.enum(['guarded', 'open']),
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

/** One run in a list: what it is and its figures by metric id. */
export const RunItem = z.strictObject({
  run_id: RunId,
  created_at: z.iso.datetime(),
  trust: z.int(),
  device: z.strictObject({ slug: z.string(), name: z.string() }),
  /** The declared model; `null` where it was not said. */
  drive: z.nullable(z.strictObject({ slug: z.string(), name: z.string() })),
  filesystem: z.nullable(z.string()),
  os: z.string(),
  browser: z.string(),
  family: z.string(),
  profile: z.string(),
  metrics: z.record(z.string(), z.number()),
  warnings: WarningTexts,
  links: RunLinks,
});
export type RunItem = z.infer<typeof RunItem>;

/** `GET /api/v1/runs`: newest first; also as `Link: <..>; rel="next"`. */
export const RunList = z.strictObject({ runs: z.array(RunItem), next_cursor: z.nullable(z.string()) });
export type RunList = z.infer<typeof RunList>;

/** One metric of a cut: percentiles over internet providers, within 1 %, and by logarithmic bin for charts. */
export const CellSummary = z.strictObject({
  metric: z.string(),
  unit: z.enum(BOARD_UNITS),
  better: z.enum(['higher', 'lower']),
  /** Internet providers; with the policy `open` machines, where nobody names providers. */
  providers: z.int(),
  of: z.enum(['providers', 'machines']),
  /** Nothing of it is confirmed. */
  unconfirmed: z.optional(z.literal(true)),
  /** The run that stands for it, and what moderators warn of about that. */
  run_id: RunId,
  warnings: z.optional(z.array(z.string())),
  p5: z.number(),
  p25: z.number(),
  p50: z.number(),
  p75: z.number(),
  p95: z.number(),
  /** Between these the median lies in 95 of 100 cases. */
  low: z.number(),
  high: z.number(),
  buckets: z.array(z.strictObject({ value: z.number(), count: z.int() })),
});
export type CellSummary = z.infer<typeof CellSummary>;

/** `GET /api/v1/stats?cut=` */
export const Stats = z.strictObject({ cut: z.string(), runs: z.int(), metrics: z.array(CellSummary) });
export type Stats = z.infer<typeof Stats>;

/** `GET /api/v1/devices/{slug}` and `GET /api/v1/drives/{slug}` */
export const ModelView = z.strictObject({
  slug: z.string(),
  name: z.string(),
  status: z.enum(['pending', 'approved', 'rejected']),
  /** Drives of a device, those of most runs first. */
  drives: z.array(z.strictObject({ slug: z.string(), name: z.string() })),
  layouts: z.array(z.strictObject({ layout: z.enum(BOARD_LAYOUTS), metrics: z.array(CellSummary) })),
  runs: z.array(RunItem),
});
export type ModelView = z.infer<typeof ModelView>;

/** `GET /api/v1/filesystems` */
export const FilesystemList = z.strictObject({
  filesystems: z.array(z.strictObject({ slug: z.string(), name: z.string() })),
});
export type FilesystemList = z.infer<typeof FilesystemList>;

/** `GET /api/v1/filesystems/{fs}`: one cell per operating system and layout. */
export const FilesystemView = z.strictObject({
  slug: z.string(),
  name: z.string(),
  cells: z.array(z.strictObject({ os: z.string(), layout: z.enum(BOARD_LAYOUTS), metrics: z.array(CellSummary) })),
  runs: z.array(RunItem),
});
export type FilesystemView = z.infer<typeof FilesystemView>;

/** `POST /api/v1/runs/{run_id}/reports` */
export const ReportRequest = z.strictObject({
  reason: z.enum(['implausible', 'wrong_device', 'offensive', 'other']),
  detail: z.optional(z.string().check(z.maxLength(500))),
});
export type ReportRequest = z.infer<typeof ReportRequest>;

/** https://oembed.com */
export const OEmbed = z.strictObject({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  width: z.int(),
  height: z.int(),
  html: z.string(),
  thumbnail_url: z.string(),
  thumbnail_width: z.int(),
  thumbnail_height: z.int(),
});
export type OEmbed = z.infer<typeof OEmbed>;

/** https://shields.io/badges/endpoint-badge */
export const ShieldsBadge = z.strictObject({
  schemaVersion: z.literal(1),
  label: z.string(),
  message: z.string(),
  color: z.string(),
});
export type ShieldsBadge = z.infer<typeof ShieldsBadge>;
