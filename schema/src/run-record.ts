import * as z from 'zod/mini';
import { Environment } from './environment.ts';
import { Direction, Plan, Row } from './plan.ts';
import { Failure, MatrixResult } from './result.ts';
import { Ticket } from './ticket.ts';

export const RECORD_FORMAT = 1;

/** What was measured: counts, times and histograms. Every headline number is derived from it, here and on the server. */
export const RunRecord = z.strictObject({
  format: z.literal(RECORD_FORMAT),
  started_at: z.iso.datetime(),
  wall_ms: z.number().check(z.nonnegative()),
  status: z.enum(['done', 'stopped', 'failed']),
  failure: z.optional(Failure),
  plan: Plan,
  environment: Environment,
  result: z.discriminatedUnion('family', [MatrixResult]),
});
export type RunRecord = z.infer<typeof RunRecord>;

export const FILESYSTEMS = [
  'APFS',
  'HFS+',
  'exFAT',
  'FAT32',
  'NTFS',
  'ReFS',
  'ext4',
  'Btrfs',
  'XFS',
  'ZFS',
  'F2FS',
  'other',
] as const;
export const INTERFACES = [
  'NVMe',
  'SATA',
  'USB',
  'Thunderbolt',
  'eMMC',
  'UFS',
  'SD card',
  'network',
  'virtual',
  'other',
] as const;

const label = () => z.string().check(z.minLength(1), z.maxLength(80));

/** What the person says about the machine; a page can see none of it. */
export const Declaration = z.strictObject({
  device: label(),
  drive: z.optional(label()),
  interface: z.optional(z.enum(INTERFACES)),
  filesystem: z.optional(z.enum(FILESYSTEMS)),
  note: z.optional(z.string().check(z.minLength(1), z.maxLength(280))),
  /** The browser was started with its profile on this drive, which is not the one it is usually on. */
  profile_moved: z.optional(z.boolean()),
});
export type Declaration = z.infer<typeof Declaration>;

/** Crockford base 32 without I, L, O, U: 16 characters, 80 random bits. */
export const RUN_ID_PATTERN = /^[0-9A-HJKMNP-TV-Z]{16}$/;
export const RunId = z.string().check(z.regex(RUN_ID_PATTERN));

/** The body of `PUT /api/v1/runs/{run_id}`. */
export const RunUpload = z.strictObject({
  record: RunRecord,
  declared: Declaration,
  /** From `POST /api/v1/run-tickets`; a run without one is shown, never ranked. */
  ticket: z.optional(Ticket),
  /** Random id of this machine, made and sent only where the person agreed to it; all its runs are one vote. */
  rig_id: z.optional(RunId),
});
export type RunUpload = z.infer<typeof RunUpload>;

const Rate = z.strictObject({
  values: z.array(z.number()),
  median: z.number(),
  min: z.number(),
  max: z.number(),
  spread: z.number(),
});

const LatencySummary = z.strictObject({
  ops: z.number(),
  p50_ns: z.number(),
  p95_ns: z.number(),
  p99_ns: z.number(),
  p999_ns: z.number(),
  min_ns: z.number(),
  max_ns: z.number(),
  mean_ns: z.number(),
});

/** What the server computed for one job of the record. */
export const DerivedJob = z.strictObject({
  /** "SEQ1M Q8T1" */
  name: z.string(),
  /** "seq1m_q8t1" */
  slug: z.string(),
  row: Row,
  direction: Direction,
  status: z.enum(['done', 'stopped', 'failed']),
  figures: z.array(
    z.strictObject({
      figure: z.enum(['throughput', 'write_flush', 'buffered', 'flush_each']),
      bytes_per_s: Rate,
      iops: Rate,
      latency: z.nullable(LatencySummary),
    }),
  ),
});
export type DerivedJob = z.infer<typeof DerivedJob>;

export const RunStatus = z.enum(['published', 'held', 'hidden']);
export type RunStatus = z.infer<typeof RunStatus>;

export const RunLinks = z.strictObject({ self: z.string(), html: z.string() });

/** `GET /api/v1/runs/{run_id}` */
export const RunView = z.strictObject({
  run_id: RunId,
  created_at: z.iso.datetime(),
  status: RunStatus,
  /** Why it is held or hidden. */
  reasons: z.array(z.string()),
  /** 1: came with a valid ticket. 0: shown, never ranked. */
  trust: z.int(),
  device: z.strictObject({ slug: z.string(), name: z.string() }),
  declared: Declaration,
  record: RunRecord,
  derived: z.array(DerivedJob),
  /** Figures that can stand on boards, by metric id. */
  metrics: z.record(z.string(), z.number()),
  links: RunLinks,
});
export type RunView = z.infer<typeof RunView>;

/** Answer to `PUT /api/v1/runs/{run_id}`. */
export const RunReceipt = z.strictObject({
  run_id: RunId,
  status: RunStatus,
  reasons: z.array(z.string()),
  trust: z.int(),
  /** Only with 201, only once: `DELETE /api/v1/runs/{run_id}` asks for it. */
  deletion_token: z.optional(z.string()),
  links: RunLinks,
});
export type RunReceipt = z.infer<typeof RunReceipt>;
