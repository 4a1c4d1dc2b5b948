import * as z from 'zod/mini';
import { RunId } from '../documents/checks.ts';
import { RunLinks } from './receipt.ts';
import { RunFigure } from './run.ts';

/** A random id in the form of a run's. Whoever knows it reads the group. */
export const GroupId = RunId;

/** `POST /api/v1/groups` */
export const GroupRequest = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  /** SHA-256 in hex of a key that the client has made and stored: whoever has the key may delete the group. */
  deletion_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type GroupRequest = z.infer<typeof GroupRequest>;

/** Answer to `POST /api/v1/groups`. */
export const GroupReceipt = z.strictObject({ group_id: GroupId, name: z.string(), links: RunLinks });
export type GroupReceipt = z.infer<typeof GroupReceipt>;

/** A figure as a group shows it; `memorySource` says which mark it must have. */
export const GroupFigure = z.omit(RunFigure, { p99_ns: true });
export type GroupFigure = z.infer<typeof GroupFigure>;

/** A run in a group: what it is, what is doubted of it, and its figures, most telling first. */
export const GroupRun = z.strictObject({
  run_id: RunId,
  created_at: z.iso.datetime(),
  status: z.enum(['published', 'held']),
  /** Why it is held. */
  reasons: z.array(z.string()),
  /** 1: may count towards a rank. 0: shown, never ranked. */
  trust: z.int(),
  /** Why it may not rank: see `EVIDENCE_REASONS`. */
  unranked_because: z.array(z.string()),
  /** As it was declared. */
  device: z.string(),
  drive: z.nullable(z.string()),
  interface: z.nullable(z.string()),
  filesystem: z.nullable(z.string()),
  os: z.string(),
  browser: z.string(),
  /** Major version of the browser, '' where it is none that exists. */
  version: z.string(),
  family: z.string(),
  profile: z.string(),
  figures: z.array(GroupFigure),
});
export type GroupRun = z.infer<typeof GroupRun>;

/** `GET /api/v1/groups/{group_id}`: all of its runs, newest first. */
export const GroupView = z.strictObject({
  group_id: GroupId,
  name: z.string(),
  created_at: z.iso.datetime(),
  /** Maximum number of runs. */
  max_runs: z.int(),
  runs: z.array(GroupRun),
});
export type GroupView = z.infer<typeof GroupView>;

/** Answer to `PUT /api/v1/groups/{group_id}/runs/{run_id}`. */
export const GroupMembership = z.strictObject({ group_id: GroupId, run_id: RunId });
export type GroupMembership = z.infer<typeof GroupMembership>;
