import {
  AliasList,
  AuditList,
  CheckupList,
  CheckupReceipt,
  CheckupUpload,
  CheckupView,
  ClosedList,
  FilesystemList,
  FilesystemView,
  GroupCleared,
  GroupCode,
  GroupFound,
  GroupJoin,
  GroupLock,
  GroupMembership,
  GroupReceipt,
  GroupRequest,
  GroupRestore,
  GroupRestored,
  GroupView,
  KeyList,
  KeyRequest,
  ModelView,
  ModerationQueue,
  OEmbed,
  ReportRequest,
  RunFigure,
  RunItem,
  RunList,
  RunReceipt,
  RunStatus,
  RunUpload,
  RunView,
  ShieldsBadge,
  SigningKey,
  SnapshotManifest,
  SnapshotTaken,
  SourceCount,
  Stats,
  StorageStatus,
  Ticket,
  TicketRequest,
  Warning,
  WarningList,
  WarningRequest,
} from '@opfsmark/schema/api';
import { Board, BoardList, DeviceList, SubjectList } from '@opfsmark/schema/boards';
import {
  CallSum,
  Client,
  Declaration,
  Environment,
  Failure,
  Fill,
  JobResult,
  MAX_SLUG_CHARACTERS,
  Pass,
  Problem,
  Row,
  Side,
} from '@opfsmark/schema/documents';
import { RunRecord } from '@opfsmark/schema/families';
import * as z from 'zod/mini';

const MODEL_STATUS = z.enum(['approved', 'rejected', 'pending']);
const RUN_STATUS = z.enum([...RunStatus.options, 'confirmed']);
const reason = () => z.string().check(z.minLength(1), z.maxLength(200));

/** `confirmed`: published, and its rows have a number. */
export const StatusChange = z.strictObject({ status: RUN_STATUS, reason: reason() });
const RunState = z.strictObject({ run_id: z.string(), status: RUN_STATUS });
const ReportsClosed = z.strictObject({ run_id: z.string(), closed: z.literal(true) });

/**
 * `block` keeps a network or a provider away for some days, and so do `hide` and `delete` with `days`, which take back everything
 * that it has published and reported; `unblock` lets it back, and so does `restore`, which publishes again what was hidden.
 */
export const SourceChange = z
  .strictObject({
    action: z.enum(['block', 'unblock', 'hide', 'delete', 'restore']),
    reason: reason(),
    days: z.optional(z.int().check(z.minimum(1), z.maximum(365))),
    /** Also where the moderator sends from. */
    own: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ action, days }) => action !== 'block' || days !== undefined, {
      path: ['days'],
      error: 'says for how long to block',
    }),
  );
/** Not `done`: there is more, so send the same again. */
const SourceChanged = z.strictObject({ tag: z.string(), runs: z.int(), done: z.boolean() });

export const QueueSeen = z.strictObject({ until_ms: z.int().check(z.minimum(0)) });

/** The status that a moderator gives a device or a drive. */
export const ModelChange = z.strictObject({ status: MODEL_STATUS });
const ModelStatus = z.strictObject({ slug: z.string(), status: MODEL_STATUS });

export const ModelName = z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(80)) });
const ModelNamed = z.strictObject({ slug: z.string(), name: z.string() });

export const ModelMerge = z.strictObject({ into: z.string().check(z.minLength(1), z.maxLength(MAX_SLUG_CHARACTERS)) });
const ModelMerged = z.strictObject({ alias: z.string(), slug: z.string(), runs: z.int() });

/** `counted`: cohorts that were counted again, `drift`: those of them that were not what their runs say. */
const Rebuilt = z.strictObject({ done: z.boolean(), counted: z.int(), drift: z.int() });

/** The parts of a run. The document says each once, and its other schemas refer to it. */
const PARTS = {
  CallSum,
  Client,
  Declaration,
  Environment,
  Failure,
  Fill,
  JobResult,
  Pass,
  Row,
  RunFigure,
  RunRecord,
  Side,
};

/** Schemas that the document names: the same that validate. */
export const SCHEMAS = {
  ...PARTS,
  AliasList,
  AuditList,
  CheckupList,
  CheckupReceipt,
  CheckupUpload,
  CheckupView,
  Board,
  BoardList,
  ClosedList,
  KeyList,
  KeyRequest,
  ModelChange,
  DeviceList,
  SubjectList,
  ModelMerge,
  ModelMerged,
  ModelName,
  ModelNamed,
  ModelStatus,
  ModelView,
  FilesystemList,
  FilesystemView,
  GroupCleared,
  GroupCode,
  GroupFound,
  GroupJoin,
  GroupLock,
  GroupMembership,
  GroupReceipt,
  GroupRequest,
  GroupRestore,
  GroupRestored,
  GroupView,
  Health: z.strictObject({ ok: z.literal(true) }),
  ModerationQueue,
  OEmbed,
  Problem,
  QueueSeen,
  ProblemKind: z.strictObject({ type: z.string(), title: z.string(), status: z.int() }),
  Readiness: z.strictObject({ ok: z.literal(true), waiting: z.int() }),
  Rebuilt,
  Reported: z.strictObject({ run_id: z.string(), reported: z.literal(true) }),
  ReportRequest,
  ReportsClosed,
  RunItem,
  RunList,
  RunReceipt,
  RunState,
  RunUpload,
  RunView,
  ShieldsBadge,
  SigningKey,
  SnapshotManifest,
  SnapshotTaken,
  SourceChange,
  SourceChanged,
  SourceCount,
  Stats,
  StatusChange,
  StorageStatus,
  Ticket,
  TicketRequest,
  Warning,
  WarningList,
  WarningRequest,
};

export type SchemaName = keyof typeof SCHEMAS;
