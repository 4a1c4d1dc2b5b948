import * as z from 'zod/mini';
import {
  DeviceView,
  FilesystemList,
  FilesystemView,
  OEmbed,
  ReportRequest,
  RunItem,
  RunList,
  RunReceipt,
  RunUpload,
  RunView,
  ShieldsBadge,
  Stats,
  Ticket,
  TicketRequest,
} from '@opfsmark/schema/api';
import { Board, BoardList, DeviceList } from '@opfsmark/schema/boards';
import { Problem } from '@opfsmark/schema/documents';
import {
  AuditList,
  DeviceChange,
  DeviceMerge,
  DeviceMerged,
  DeviceStatus,
  HeldList,
  Rebuilt,
  RunState,
  SetAsideList,
  StatusChange,
} from '../moderation/schemas.ts';

/** Schemas that the document names: the same that validate. */
export const SCHEMAS = {
  AuditList,
  Board,
  BoardList,
  DeviceChange,
  DeviceList,
  DeviceMerge,
  DeviceMerged,
  DeviceStatus,
  DeviceView,
  FilesystemList,
  FilesystemView,
  Health: z.strictObject({ ok: z.literal(true) }),
  Readiness: z.strictObject({ ok: z.literal(true), set_aside: z.int() }),
  HeldList,
  OEmbed,
  Problem,
  ProblemKind: z.strictObject({ type: z.string(), title: z.string(), status: z.int() }),
  Rebuilt,
  Reported: z.strictObject({ run_id: z.string(), reported: z.literal(true) }),
  ReportRequest,
  RunItem,
  RunList,
  RunReceipt,
  RunState,
  RunUpload,
  RunView,
  SetAsideList,
  ShieldsBadge,
  Stats,
  StatusChange,
  Ticket,
  TicketRequest,
};

export type SchemaName = keyof typeof SCHEMAS;
