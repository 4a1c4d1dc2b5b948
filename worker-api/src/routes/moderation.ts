import { Hono } from 'hono';
import {
  type AuditList,
  type ClosedList,
  type GroupCleared,
  GroupLock,
  type ModerationQueue,
  NEW_NAME,
  type SnapshotTaken,
  type StorageStatus,
  UNCONFIRMED,
} from '@opfsmark/schema/api';
import type { Declaration } from '@opfsmark/schema/documents';
import { MODERATOR } from '@opfsmark/schema/ranks';
import { rebuild } from '../aggregation/hourly.ts';
import { changeStatus, removeRun } from '../aggregation/runs.ts';
import { decodeCursor, encodeCursor } from '../base/cursor.ts';
import type { AppEnv, Env } from '../base/env.ts';
import { MODERATION_PAGE, SMALL_BODY_LIMITS } from '../base/limits.ts';
import { invalidParameter } from '../base/problem.ts';
import { readBody } from '../intake/body.ts';
import { moderatorsOnly } from '../middleware/index.ts';
import { BODY, CURSOR, describeModeration, GROUP_ID, RUN_ID } from '../openapi/operation.ts';
import { QueueSeen, StatusChange } from '../openapi/schemas.ts';
import { forgetPicture } from '../pictures/card.ts';
import { continueSnapshot, startSnapshot, takeOutOfSnapshot } from '../snapshot/take.ts';
import { getDocument } from '../store/documents.ts';
import { clearGroup, type Clearing, deleteGroup, lockGroup, selectLocked } from '../store/groups.ts';
import {
  type AuditRow,
  deleteReports,
  insertAudit,
  type QueuedRow,
  type ReportRow,
  selectAudit,
  selectBlocks,
  selectQueue,
  selectReports,
  writeSeen,
} from '../store/moderation.ts';
import { selectStorage, sharesOf } from '../store/storage.ts';
import { readGroup } from '../views/group-view.ts';
import { readRunRow } from '../views/run-view.ts';

/** @param declarations of the rows, in their order */
function queueOf(
  rows: readonly QueuedRow[],
  declarations: readonly Declaration[],
  reports: readonly ReportRow[],
  next_cursor: string | null,
): ModerationQueue {
  const byRun = Map.groupBy(reports, ({ run_id }) => run_id);
  return {
    runs: rows.map(({ document: _document, name, reasons, confirmed_by, evidence, named, ...row }, i) => ({
      ...row,
      declared: declarations[i] ?? { device: name },
      reasons: [
        ...(JSON.parse(reasons) as string[]),
        ...(confirmed_by !== '' || row.status === 'held' ? [] : [UNCONFIRMED]),
        ...(named === 1 ? [NEW_NAME] : []),
      ],
      trust: evidence === 2 ? 1 : 0,
      confirmed: confirmed_by !== '',
      reports: (byRun.get(row.run_id) ?? []).map(({ run_id: _, ...report }) => report),
    })),
    next_cursor,
  };
}

function auditListOf(rows: readonly AuditRow[], next_cursor: string | null): AuditList {
  const entries = rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> }));
  return { entries, next_cursor };
}

/** Time that one request spends on a rebuild or a snapshot; the timer does the rest. */
const LONG_WORK_MS = 20_000;
const REPORTS_PER_PAGE = 500;
const CLOSED_SHOWN = 500;

/** Pages of moderators are counted, because their order changes while they work. */
function readOffset(text: string | undefined): number {
  const offset = text === undefined ? 0 : decodeCursor(text, ['number'])?.[0];
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0) {
    throw invalidParameter('cursor', 'is not a cursor of this list');
  }
  return offset;
}

/** The declaration, from the document: the row has the device's name only. */
async function readDeclaration(documents: R2Bucket, row: QueuedRow): Promise<Declaration> {
  return (await getDocument(documents, row))?.declared ?? { device: row.name };
}

const nextOf = (foundCount: number, offset: number) =>
  foundCount > MODERATION_PAGE ? encodeCursor([offset + MODERATION_PAGE]) : null;

const LIST_QUEUE = describeModeration({
  id: 'listQueue',
  summary:
    'The inbox: reported runs with their reports, held ones, and what is new since it was last seen, unconfirmed or under a new name. Reports of a network weigh less the more it has open.',
  parameters: [CURSOR],
  answers: { 200: 'ModerationQueue' },
  problems: ['invalid-parameter'],
});

const SEE_QUEUE = describeModeration({
  id: 'seeQueue',
  summary: 'Say that what was published until a moment was seen. What is reported or held stays in the inbox.',
  body: 'QueueSeen',
  example: { until_ms: 1_790_000_000_000 },
  answers: { 200: 'QueueSeen' },
  problems: BODY,
});

const LIST_AUDIT = describeModeration({
  id: 'listAudit',
  summary: 'What moderators did, newest first.',
  parameters: [CURSOR],
  answers: { 200: 'AuditList' },
  problems: ['invalid-parameter'],
});

const LIST_CLOSED = describeModeration({
  id: 'listClosed',
  summary: 'The networks and providers that are kept away, and the groups that moderators have closed.',
  answers: { 200: 'ClosedList' },
  problems: [],
});

const GET_STORAGE = describeModeration({
  id: 'getStorage',
  summary: 'How full the database and the bucket of documents are. Above 95 % of any, uploads are refused.',
  answers: { 200: 'StorageStatus' },
  problems: [],
});

const SET_RUN_STATUS = describeModeration({
  id: 'setRunStatus',
  summary: 'Publish, hold or hide a run, or confirm it: then its rows have a number. Closes its reports.',
  parameters: [RUN_ID],
  body: 'StatusChange',
  example: { status: 'published', reason: 'checked' },
  answers: { 200: 'RunState' },
  problems: [...BODY, 'gone'],
});

const REMOVE_RUN = describeModeration({
  id: 'removeRun',
  summary: 'Delete a run for good.',
  parameters: [RUN_ID],
  answers: { 204: 'none' },
  problems: ['gone'],
});

const REMOVE_GROUP = describeModeration({
  id: 'removeGroup',
  summary: 'Delete a group for good. Its runs stay.',
  parameters: [GROUP_ID],
  answers: { 204: 'none' },
  problems: [],
});

const MODERATE_LOCK = describeModeration({
  id: 'moderateLock',
  summary: 'Close a group to new runs, or open it again.',
  parameters: [GROUP_ID],
  body: 'GroupLock',
  example: { closed: true },
  answers: { 200: 'GroupLock' },
  problems: BODY,
});

const clearing = (id: string, summary: string) =>
  describeModeration({
    id,
    summary,
    parameters: [GROUP_ID, RUN_ID],
    answers: { 200: 'GroupCleared' },
    problems: ['gone'],
  });
const MODERATE_MACHINE = clearing(
  'moderateMachine',
  'Take a run and all others of its machine out of a group. The runs stay.',
);
const MODERATE_NETWORK = clearing(
  'moderateNetwork',
  'Take a run and everything else that was added from the same network out of a group. The runs stay.',
);

/** Takes more than one run out of a group. */
async function clear(
  { env }: { readonly env: Env },
  what: Clearing,
  { group_id, run_id }: { readonly group_id: string; readonly run_id: string },
): Promise<GroupCleared> {
  const nowMs = Date.now();
  const group = await readGroup(env.DB, group_id);
  const run = await readRunRow(env.DB, run_id);
  const [removal] = await env.DB.batch([
    ...clearGroup(env.DB, what, group.group_id, run.run_id, nowMs, 'forgotten'),
    insertAudit(env, `group.${what}`, run.run_id, {}, nowMs),
  ]);
  const run_ids = ((removal?.results ?? []) as { run_id: string }[]).map(({ run_id }) => run_id);
  return { runs: run_ids.length, run_ids };
}

const CLOSE_REPORTS = describeModeration({
  id: 'closeReports',
  summary: 'Close the reports of a run.',
  parameters: [RUN_ID],
  answers: { 200: 'ReportsClosed' },
  problems: ['gone'],
});

const REBUILD = describeModeration({
  id: 'rebuild',
  summary: 'Count all cohorts again from the runs and compare. 202: the timer continues it.',
  answers: { 200: 'Rebuilt', 202: 'Rebuilt' },
  problems: ['too-many'],
});

const TAKE_SNAPSHOT = describeModeration({
  id: 'takeSnapshot',
  summary: 'Take a snapshot of all public runs now. 202: the timer continues it.',
  answers: { 200: 'SnapshotTaken', 202: 'SnapshotTaken' },
  problems: [],
});

export const moderation = new Hono<AppEnv>()
  .use('/admin/v1/*', moderatorsOnly)

  .get('/admin/v1/queue', LIST_QUEUE, async (c) => {
    const offset = readOffset(c.req.query('cursor'));
    const foundRows = await selectQueue(c.env.DB, MODERATION_PAGE + 1, offset);
    const rows = foundRows.slice(0, MODERATION_PAGE);
    const ids = rows.map(({ run_id }) => run_id);
    const reports = await selectReports(c.env.DB, ids, REPORTS_PER_PAGE);
    const declarations = await Promise.all(rows.map((row) => readDeclaration(c.env.DOCUMENTS, row)));
    return c.json(queueOf(rows, declarations, reports, nextOf(foundRows.length, offset)));
  })

  .post('/admin/v1/queue/seen', SEE_QUEUE, async (c) => {
    const nowMs = Date.now();
    const { until_ms } = await readBody(c.req.raw, QueueSeen, SMALL_BODY_LIMITS);
    // Nobody has seen the runs that are still to come.
    const answer = { until_ms: Math.min(until_ms, nowMs) };
    await c.env.DB.batch([writeSeen(c.env.DB, answer.until_ms), insertAudit(c.env, 'queue.seen', '', answer, nowMs)]);
    return c.json(answer);
  })

  .get('/admin/v1/storage', GET_STORAGE, async (c) => {
    const storage = await selectStorage(c.env.DB);
    const status: StorageStatus = {
      measured_at: storage && new Date(storage.at_ms).toISOString(),
      shares: storage ? sharesOf(storage, c.env) : [],
    };
    return c.json(status);
  })

  .get('/admin/v1/closed', LIST_CLOSED, async (c) => {
    const [blocks, groups] = await Promise.all([
      selectBlocks(c.env.DB, Date.now(), CLOSED_SHOWN),
      selectLocked(c.env.DB, CLOSED_SHOWN),
    ]);
    const list: ClosedList = { blocks, groups };
    return c.json(list);
  })

  .get('/admin/v1/audit', LIST_AUDIT, async (c) => {
    const offset = readOffset(c.req.query('cursor'));
    const foundRows = await selectAudit(c.env.DB, MODERATION_PAGE + 1, offset);
    return c.json(auditListOf(foundRows.slice(0, MODERATION_PAGE), nextOf(foundRows.length, offset)));
  })

  .post('/admin/v1/runs/:run_id/status', SET_RUN_STATUS, async (c) => {
    const nowMs = Date.now();
    const { status, reason } = await readBody(c.req.raw, StatusChange, SMALL_BODY_LIMITS);
    const run = await readRunRow(c.env.DB, c.req.param('run_id'));
    const audit = insertAudit(c.env, `run.${status}`, run.run_id, { from: run.status, reason }, nowMs);
    const isShown = status === 'published' || status === 'confirmed';
    const change = {
      status: isShown ? ('published' as const) : status,
      reasons: isShown ? [] : [reason],
      confirmedBy: status === 'confirmed' ? MODERATOR : '',
    };
    await changeStatus(c.env, run, change, nowMs, [audit, deleteReports(c.env.DB, 'run_id', run.run_id)]);
    await forgetPicture(c.req.url, run.run_id);
    await takeOutOfSnapshot(c);
    return c.json({ run_id: run.run_id, status });
  })

  .delete('/admin/v1/runs/:run_id', REMOVE_RUN, async (c) => {
    const nowMs = Date.now();
    const run = await readRunRow(c.env.DB, c.req.param('run_id'));
    await removeRun(c.env, run, nowMs, [insertAudit(c.env, 'run.delete', '', {}, nowMs)]);
    await forgetPicture(c.req.url, run.run_id);
    await takeOutOfSnapshot(c);
    return c.body(null, 204);
  })

  .delete('/admin/v1/groups/:group_id', REMOVE_GROUP, async (c) => {
    const group = await readGroup(c.env.DB, c.req.param('group_id'));
    await c.env.DB.batch([
      ...deleteGroup(c.env.DB, group.group_id),
      insertAudit(c.env, 'group.delete', '', {}, Date.now()),
    ]);
    return c.body(null, 204);
  })

  .post('/admin/v1/groups/:group_id/lock', MODERATE_LOCK, async (c) => {
    const { group_id } = await readGroup(c.env.DB, c.req.param('group_id'));
    const { closed } = await readBody(c.req.raw, GroupLock, SMALL_BODY_LIMITS);
    const audit = insertAudit(c.env, closed ? 'group.close' : 'group.open', '', {}, Date.now());
    await c.env.DB.batch([lockGroup(c.env.DB, group_id, closed, 'moderator'), audit]);
    return c.json({ closed });
  })

  .delete('/admin/v1/groups/:group_id/runs/:run_id/machine', MODERATE_MACHINE, async (c) =>
    c.json(await clear(c, 'machine', c.req.param())),
  )
  .delete('/admin/v1/groups/:group_id/runs/:run_id/network', MODERATE_NETWORK, async (c) =>
    c.json(await clear(c, 'network', c.req.param())),
  )

  .post('/admin/v1/runs/:run_id/reports/close', CLOSE_REPORTS, async (c) => {
    const db = c.env.DB;
    const run = await readRunRow(db, c.req.param('run_id'));
    await db.batch([
      deleteReports(db, 'run_id', run.run_id),
      insertAudit(c.env, 'reports.close', run.run_id, {}, Date.now()),
    ]);
    return c.json({ run_id: run.run_id, closed: true });
  })

  .post('/admin/v1/rebuild', REBUILD, async (c) => {
    const startedMs = Date.now();
    await insertAudit(c.env, 'rebuild', 'cohorts', {}, startedMs).run();
    const report = await rebuild(c.env, startedMs, () => Date.now() - startedMs < LONG_WORK_MS);
    return c.json(report, report.done ? 200 : 202);
  })

  .post('/admin/v1/snapshot', TAKE_SNAPSHOT, async (c) => {
    const startedMs = Date.now();
    await startSnapshot(c.env.DB, startedMs);
    await insertAudit(c.env, 'snapshot', 'runs', {}, startedMs).run();
    let hasMore = await continueSnapshot(c.env);
    while (hasMore && Date.now() - startedMs < LONG_WORK_MS) hasMore = await continueSnapshot(c.env);
    const answer: SnapshotTaken = { done: !hasMore };
    return c.json(answer, hasMore ? 202 : 200);
  });
