import * as z from 'zod/mini';
import {
  AnyUpload,
  AnyView,
  Board,
  BoardList,
  DeviceList,
  DeviceView,
  FilesystemList,
  FilesystemView,
  OEmbed,
  Problem,
  ReportRequest,
  RunItem,
  RunList,
  RunReceipt,
  ShieldsBadge,
  Stats,
  Ticket,
  TicketRequest,
} from '@opfsmark/schema';
import {
  AuditList,
  DeviceChange,
  DeviceMerge,
  DeviceMerged,
  DeviceStatus,
  HeldList,
  Rebuilt,
  RunState,
  StatusChange,
} from '../moderation/schemas.ts';
import { BOOKMARK_PATTERN } from '../intake/bookmark.ts';
import type { ProblemKind } from '../base/problem.ts';

/** Schemas that stand in the document by their names: the same that validate. */
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
  // Of the grid and of every other family.
  RunUpload: AnyUpload,
  RunView: AnyView,
  ShieldsBadge,
  Stats,
  StatusChange,
  Ticket,
  TicketRequest,
};

export type SchemaName = keyof typeof SCHEMAS;
export type MediaType =
  'image/png' | 'image/svg+xml' | 'text/csv' | 'text/plain' | 'application/x-ndjson' | 'application/xml';
/** A schema's name for JSON, a media type for anything else, 'none' for no body, 'json' for JSON of its own form. */
export type Answer = SchemaName | MediaType | 'none' | 'json';

export interface Operation {
  readonly path: string;
  readonly method: 'get' | 'put' | 'post' | 'delete';
  readonly summary: string;
  readonly parameters?: readonly object[];
  readonly body?: SchemaName;
  readonly token?: 'deletion' | 'moderator';
  /** Of every answer but problems. */
  readonly headers?: Readonly<Record<string, object>>;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly problems: readonly ProblemKind[];
}

function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  schema: object,
  required = place === 'path',
): object {
  return { name, in: place, required, schema };
}

const TEXT = { type: 'string', minLength: 1, maxLength: 240 };
const FILTER = { type: 'string', maxLength: 240 };
const RUN_ID = parameter('path', 'run_id', { type: 'string', pattern: '^[0-9A-HJKMNP-TV-Z]{16}$' });
const CURSOR = parameter('query', 'cursor', { type: 'string', maxLength: 2000 });
const BOOKMARK = parameter('header', 'x-d1-bookmark', { type: 'string', pattern: BOOKMARK_PATTERN.source });
const SLUG = parameter('path', 'slug', TEXT);

const BODY = [
  'too-many',
  'invalid-json',
  'too-large',
  'unsupported-media-type',
  'invalid-body',
  'unavailable',
] as const;
const RUN = ['not-found', 'gone', 'unavailable'] as const;
const MODERATOR = ['unauthorized', 'forbidden', 'not-found', 'unavailable'] as const;

const api: readonly Operation[] = [
  {
    method: 'post',
    path: '/run-tickets',
    summary: 'Ask for a ticket when a run starts: a run that comes with it can be ranked.',
    body: 'TicketRequest',
    answers: { 201: 'Ticket' },
    problems: BODY,
  },
  {
    method: 'put',
    path: '/runs/{run_id}',
    summary:
      'Publish a run. The same body again is answered 200, another body 409. Who reads with the bookmark of the answer sees it.',
    parameters: [RUN_ID],
    body: 'RunUpload',
    headers: {
      'x-d1-bookmark': { description: 'To be sent with a read that must see this run.', schema: { type: 'string' } },
    },
    answers: { 200: 'RunReceipt', 201: 'RunReceipt' },
    problems: [...BODY, 'not-found', 'conflict', 'gone', 'contradiction', 'ticket-refused'],
  },
  {
    method: 'get',
    path: '/runs/{run_id}',
    summary: 'A run: what was measured, what was declared, what was derived. Also under .json.',
    parameters: [RUN_ID, BOOKMARK],
    answers: { 200: 'RunView' },
    problems: ['invalid-parameter', ...RUN],
  },
  {
    method: 'delete',
    path: '/runs/{run_id}',
    summary: 'Delete a run for good, by the token that publishing it returned.',
    parameters: [RUN_ID],
    token: 'deletion',
    answers: { 204: 'none' },
    problems: ['unauthorized', 'forbidden', 'not-found', 'too-many', 'unavailable'],
  },
  {
    method: 'get',
    path: '/runs/{run_id}.csv',
    summary: 'A run as CSV, one line a figure.',
    parameters: [RUN_ID, BOOKMARK],
    answers: { 200: 'text/csv' },
    problems: ['invalid-parameter', ...RUN],
  },
  {
    method: 'get',
    path: '/runs/{run_id}.txt',
    summary: 'A run as text, in the layout of CrystalDiskMark.',
    parameters: [RUN_ID, BOOKMARK],
    answers: { 200: 'text/plain' },
    problems: ['invalid-parameter', ...RUN],
  },
  {
    method: 'post',
    path: '/runs/{run_id}/reports',
    summary: 'Tell the moderators about a run.',
    parameters: [RUN_ID],
    body: 'ReportRequest',
    answers: { 202: 'Reported' },
    problems: [...BODY, 'not-found', 'gone'],
  },
  {
    method: 'get',
    path: '/runs',
    summary: 'Published runs, newest first, by device, by filesystem, or by os and browser together.',
    parameters: [
      parameter('query', 'device', FILTER),
      parameter('query', 'filesystem', FILTER),
      parameter('query', 'os', FILTER),
      parameter('query', 'browser', FILTER),
      CURSOR,
    ],
    answers: { 200: 'RunList' },
    problems: ['invalid-parameter', 'unavailable'],
  },
  ...(['csv', 'ndjson'] as const).map((format): Operation => ({
    method: 'get',
    path: `/export.${format}`,
    summary: 'All published runs with their figures, oldest first, in pages.',
    parameters: [CURSOR],
    answers: { 200: format === 'csv' ? 'text/csv' : 'application/x-ndjson' },
    problems: ['invalid-parameter', 'unavailable'],
  })),
  {
    method: 'get',
    path: '/boards',
    summary: 'The boards that have entries.',
    answers: { 200: 'BoardList' },
    problems: ['unavailable'],
  },
  {
    method: 'get',
    path: '/boards/{board_id}',
    summary: 'One page of a board, best first: ranked entries, then provisional ones.',
    parameters: [parameter('path', 'board_id', { type: 'string', minLength: 1, maxLength: 160 }), CURSOR],
    answers: { 200: 'Board' },
    problems: ['invalid-parameter', 'not-found', 'unavailable'],
  },
  {
    method: 'get',
    path: '/devices',
    summary: 'Approved devices whose name begins like `q`.',
    parameters: [parameter('query', 'q', { type: 'string', maxLength: 80 })],
    answers: { 200: 'DeviceList' },
    problems: ['invalid-parameter', 'unavailable'],
  },
  {
    method: 'get',
    path: '/devices/{slug}',
    summary: 'A device: what its machines say, and its newest runs. Another name of it answers 301.',
    parameters: [SLUG],
    answers: { 200: 'DeviceView', 301: 'none' },
    problems: ['not-found', 'unavailable'],
  },
  {
    method: 'get',
    path: '/filesystems',
    summary: 'The filesystems that can be declared.',
    answers: { 200: 'FilesystemList' },
    problems: [],
  },
  {
    method: 'get',
    path: '/filesystems/{fs}',
    summary: 'A filesystem: what machines say of it by operating system, and its newest runs.',
    parameters: [parameter('path', 'fs', TEXT)],
    answers: { 200: 'FilesystemView' },
    problems: ['not-found', 'unavailable'],
  },
  {
    method: 'get',
    path: '/stats',
    summary: 'Percentiles of one cell: d|scope|device, f|scope|filesystem|os, o|scope|os|browser or x|all of them.',
    parameters: [parameter('query', 'cut', { type: 'string', maxLength: 600 }, true)],
    answers: { 200: 'Stats' },
    problems: ['invalid-parameter', 'unavailable'],
  },
  { method: 'get', path: '/healthz', summary: 'Whether the service runs.', answers: { 200: 'Health' }, problems: [] },
  {
    method: 'get',
    path: '/readyz',
    summary: 'Whether the database answers.',
    answers: { 200: 'Health' },
    problems: ['unavailable'],
  },
  {
    method: 'get',
    path: '/problems/{kind}',
    summary: 'What a problem type means.',
    parameters: [parameter('path', 'kind', TEXT)],
    answers: { 200: 'ProblemKind' },
    problems: ['not-found'],
  },
  { method: 'get', path: '/openapi.json', summary: 'This document.', answers: { 200: 'json' }, problems: [] },
];

const admin: readonly Operation[] = [
  { method: 'get', path: '/held', summary: 'What waits for a moderator.', answers: { 200: 'HeldList' }, problems: [] },
  { method: 'get', path: '/audit', summary: 'What moderators did.', answers: { 200: 'AuditList' }, problems: [] },
  {
    method: 'post',
    path: '/runs/{run_id}/status',
    summary: 'Publish, hold or hide a run.',
    parameters: [RUN_ID],
    body: 'StatusChange',
    answers: { 200: 'RunState' },
    problems: [...BODY, 'gone'],
  },
  {
    method: 'post',
    path: '/devices/{slug}/status',
    summary: 'Approve or reject a device.',
    parameters: [SLUG],
    body: 'DeviceChange',
    answers: { 200: 'DeviceStatus' },
    problems: BODY,
  },
  {
    method: 'post',
    path: '/devices/{slug}/merge',
    summary: 'Make a device another name of a second one, and move its runs there.',
    parameters: [SLUG],
    body: 'DeviceMerge',
    answers: { 200: 'DeviceMerged' },
    problems: [...BODY, 'conflict'],
  },
  {
    method: 'post',
    path: '/rebuild',
    summary: 'Count all cells again from the runs and compare. 202: the timer goes on with it.',
    answers: { 200: 'Rebuilt', 202: 'Rebuilt' },
    problems: ['too-many'],
  },
];

const site: readonly Operation[] = [
  {
    method: 'get',
    path: '/badge/{run_id}.svg',
    summary: 'A badge for a README.',
    parameters: [RUN_ID],
    answers: { 200: 'image/svg+xml' },
    problems: RUN,
  },
  {
    method: 'get',
    path: '/badge/{run_id}.json',
    summary: 'The badge for shields.io/endpoint.',
    parameters: [RUN_ID],
    answers: { 200: 'ShieldsBadge' },
    problems: RUN,
  },
  {
    method: 'get',
    path: '/og/{run_id}.png',
    summary: 'The result grid as a picture of 1200 x 630.',
    parameters: [RUN_ID],
    answers: { 200: 'image/png' },
    problems: RUN,
  },
  {
    method: 'get',
    path: '/oembed',
    summary: 'oEmbed 1.0 of a permalink.',
    parameters: [
      parameter('query', 'url', { type: 'string', maxLength: 2000 }, true),
      parameter('query', 'format', { type: 'string', enum: ['json'] }),
    ],
    answers: { 200: 'OEmbed' },
    problems: [...RUN, 'invalid-parameter'],
  },
  {
    method: 'get',
    path: '/sitemap.xml',
    summary: 'Pages of the site.',
    answers: { 200: 'application/xml' },
    problems: ['unavailable'],
  },
];

export const OPERATIONS: readonly Operation[] = [
  ...api.map((operation) => ({ ...operation, path: `/api/v1${operation.path}` })),
  ...admin.map((operation): Operation => ({
    ...operation,
    path: `/api/v1/admin/v1${operation.path}`,
    token: 'moderator',
    problems: [...new Set([...MODERATOR, ...operation.problems])],
  })),
  ...site,
];
