import * as z from 'zod/mini';
import { Declaration } from '../documents/declaration.ts';
import { Direction, RunId, Sha256, WarningTexts } from '../documents/checks.ts';
import { GROUP_CODE_PATTERN, MAX_NICKNAME_CHARACTERS } from './group-code.ts';
import { RunRecord } from '../families/checks.ts';
import { FIGURE_UNITS } from '../figures/units.ts';
import { RunLinks, RunStatus, Ticket } from './ticket.ts';

/** The body of `PUT /api/v1/runs/{run_id}`. */
export const RunUpload = z.strictObject({
  record: RunRecord,
  declared: Declaration,
  /** From `POST /api/v1/run-tickets`; a run without one is shown, and counts by what `RANK_POLICIES` say of its evidence. */
  ticket: z.optional(Ticket),
  /** Random id of this machine, made and sent unless the person unticks it: its last runs count as one. */
  rig_id: z.optional(RunId),
  /** It is for a group: only whoever has its link, or that of a group it is in, sees it, and no list has it. */
  unlisted: z.optional(z.literal(true)),
  /**
   * SHA-256 in hex of a deletion key that the client has made and stored: `DELETE` asks for the key. It is known before
   * anything is sent, so a lost answer loses nothing.
   */
  deletion_sha256: Sha256,
});
export type RunUpload = z.infer<typeof RunUpload>;

/** See `Figure`. */
export const RunFigure = z.strictObject({
  id: z.string(),
  name: z.string(),
  unit: z.enum(FIGURE_UNITS),
  better: z.enum(['higher', 'lower']),
  /** The direction of the calls behind it; `null` where they neither read nor wrote. */
  direction: z.nullable(Direction),
  /** The row of a grid that it is of: "rnd4k_q1t1". */
  row: z.nullable(z.string()),
  /** The time of single calls, which is told in steps of the clock. */
  of_call: z.optional(z.literal(true)),
  /** The median over the loops, and the interval in which it lies. */
  value: z.number(),
  low: z.number(),
  high: z.number(),
  /** Measured once: `low` and `high` are an assumption to compare by. */
  once: z.optional(z.literal(true)),
  p99_ns: z.nullable(z.number()),
  /**
   * Where the bytes of a read came from, also of the reads in a mix. Of what was written `memory` where memory keeps it,
   * `unflushed` where flushes did nothing, `buffered` where none was made, else `null`.
   */
  origin: z.nullable(z.enum(['drive', 'mixed', 'memory', 'unknown', 'unflushed', 'buffered'])),
});
export type RunFigure = z.infer<typeof RunFigure>;

/** `GET /api/v1/runs/{run_id}`: a run of any family. */
export const RunView = z.strictObject({
  run_id: RunId,
  created_at: z.iso.datetime(),
  status: RunStatus,
  /** Why it is held or hidden. */
  reasons: z.array(z.string()),
  /** 1: it counts on boards. */
  trust: z.int(),
  /** Why it does not count: see `EVIDENCE_REASONS`. */
  unranked_because: z.array(z.string()),
  /** Only whoever has its link, or that of a group it is in, sees it. */
  unlisted: z.boolean(),
  confirmed: z.boolean(),
  /** The organisation whose key confirms it; `null`: a moderator does, or nobody. */
  confirmed_by: z.nullable(z.string()),
  warnings: WarningTexts,
  device: z.strictObject({ slug: z.string(), name: z.string() }),
  /** The declared model; `null` where it was not said. */
  drive: z.nullable(z.strictObject({ slug: z.string(), name: z.string() })),
  declared: Declaration,
  record: RunRecord,
  /** The numbers that stand for the result, most telling first, derived by the service. */
  figures: z.array(RunFigure),
  /** Figures that can stand on boards, by metric id. */
  metrics: z.record(z.string(), z.number()),
  links: RunLinks,
});
export type RunView = z.infer<typeof RunView>;

/** A random id in the form of a run's. Whoever knows it reads the group. */
export const GroupId = RunId;

/** `POST /api/v1/groups` */
export const GroupRequest = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  /** SHA-256 in hex of a key that the client has made and stored: whoever has the key may delete the group. */
  deletion_sha256: Sha256,
});
export type GroupRequest = z.infer<typeof GroupRequest>;

/** Answer to `POST /api/v1/groups`. */
export const GroupReceipt = z.strictObject({ group_id: GroupId, name: z.string(), links: RunLinks });
export type GroupReceipt = z.infer<typeof GroupReceipt>;

/** A figure as a group shows it; `memoryOrigin` says which mark it must have. */
export const GroupFigure = z.omit(RunFigure, { p99_ns: true });
export type GroupFigure = z.infer<typeof GroupFigure>;

/** A run in a group: what it is, what is doubted of it, and its figures, most telling first. */
export const GroupRun = z.strictObject({
  run_id: RunId,
  created_at: z.iso.datetime(),
  status: z.enum(['published', 'held']),
  /** Why it is held. */
  reasons: z.array(z.string()),
  /** 1: it counts on boards. */
  trust: z.int(),
  /** Why it does not count: see `EVIDENCE_REASONS`. */
  unranked_because: z.array(z.string()),
  unlisted: z.boolean(),
  /** Its name in this group alone; `null` for nothing. */
  nickname: z.nullable(z.string()),
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
  warnings: WarningTexts,
  /** The verdict of its answer; `null` where it says nothing of the drive. */
  verdict: z.nullable(z.enum(['good', 'fair', 'poor'])),
  figures: z.array(GroupFigure),
});
export type GroupRun = z.infer<typeof GroupRun>;

/** `GET /api/v1/groups/{group_id}`: all of its runs, newest first. */
export const GroupView = z.strictObject({
  group_id: GroupId,
  name: z.string(),
  created_at: z.iso.datetime(),
  /** It takes no more runs until whoever has its key, or a moderator, opens it. */
  closed: z.boolean(),
  /** The code to type to find it; `null` while it is closed, or has not been used for long. */
  code: z.nullable(z.string()),
  /** Maximum number of runs. */
  max_runs: z.int(),
  runs: z.array(GroupRun),
});
export type GroupView = z.infer<typeof GroupView>;

/** `POST /api/v1/groups/{group_id}/lock`, also of moderators. */
export const GroupLock = z.strictObject({ closed: z.boolean() });
export type GroupLock = z.infer<typeof GroupLock>;

/** Answer to `DELETE /api/v1/groups/{group_id}/runs/{run_id}/machine` and `.../network`: what was taken out. */
export const GroupCleared = z.strictObject({ runs: z.int(), run_ids: z.array(RunId) });
export type GroupCleared = z.infer<typeof GroupCleared>;

/** `POST /api/v1/groups/{group_id}/restore`: what the group's key has taken out and puts back. */
export const GroupRestore = z.strictObject({ run_ids: z.array(RunId).check(z.minLength(1), z.maxLength(200)) });
export type GroupRestore = z.infer<typeof GroupRestore>;

/** Answer to it: how many are in the group again. */
export const GroupRestored = z.strictObject({ runs: z.int() });
export type GroupRestored = z.infer<typeof GroupRestored>;

/** `POST /api/v1/group-codes`: which group has a code. */
export const GroupCode = z.strictObject({ code: z.string().check(z.regex(GROUP_CODE_PATTERN)) });
export type GroupCode = z.infer<typeof GroupCode>;

/** Answer to it. */
export const GroupFound = z.strictObject({ group_id: GroupId, name: z.string() });
export type GroupFound = z.infer<typeof GroupFound>;

/** The body of `PUT /api/v1/groups/{group_id}/runs/{run_id}`, which may be missing. */
export const GroupJoin = z.strictObject({
  nickname: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_NICKNAME_CHARACTERS))),
});
export type GroupJoin = z.infer<typeof GroupJoin>;

/** Answer to `PUT /api/v1/groups/{group_id}/runs/{run_id}`. */
export const GroupMembership = z.strictObject({ group_id: GroupId, run_id: RunId });
export type GroupMembership = z.infer<typeof GroupMembership>;
