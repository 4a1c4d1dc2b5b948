import * as z from 'zod/mini';
import { Environment } from './environment.ts';
import { Plan } from './plan.ts';
import { Failure, MatrixResult } from './result.ts';

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
export const INTERFACES = ['NVMe', 'SATA', 'USB', 'Thunderbolt', 'eMMC', 'UFS', 'SD card', 'network', 'virtual', 'other'] as const;

const label = () => z.string().check(z.minLength(1), z.maxLength(80));

/** What the person says about the machine; a page can see none of it. */
export const Declaration = z.strictObject({
  device: label(),
  drive: z.optional(label()),
  interface: z.optional(z.enum(INTERFACES)),
  filesystem: z.optional(z.enum(FILESYSTEMS)),
  note: z.optional(z.string().check(z.minLength(1), z.maxLength(280))),
});
export type Declaration = z.infer<typeof Declaration>;

/** Crockford base 32 without I, L, O, U: 16 characters, 80 random bits. */
export const RUN_ID_PATTERN = /^[0-9A-HJKMNP-TV-Z]{16}$/;
export const RunId = z.string().check(z.regex(RUN_ID_PATTERN));

/** The body of `PUT /api/v1/runs/{run_id}`. */
export const RunUpload = z.strictObject({
  record: RunRecord,
  declared: Declaration,
});
export type RunUpload = z.infer<typeof RunUpload>;
