import { Hono } from 'hono';
import type { SnapshotTaken, StorageStatus } from '@opfsmark/schema/api';
import type { Declaration } from '@opfsmark/schema/documents';
import { hideNetwork, restoreNetwork } from '../aggregation/networks.ts';
import { continueRebuild, startRebuild } from '../aggregation/rebuild.ts';
import { refreshLater } from '../aggregation/schedule.ts';
import { changeStatus, removeRun } from '../aggregation/status.ts';
import { decodeCursor, encodeCursor } from '../base/cursor.ts';
import type { AppEnv } from '../base/env.ts';
import { MODERATION_PAGE, SMALL_BODY_LIMITS } from '../base/limits.ts';
import { invalidParameter, ProblemError } from '../base/problem.ts';
import { sharesOf } from '../base/storage.ts';
import { readBody } from '../intake/body.ts';
import { moderatorsOnly } from '../moderation/access.ts';
import { NetworkChange, StatusChange } from '../moderation/schemas.ts';
import { auditListOf, queueOf } from '../moderation/views.ts';
import { forgetPicture } from '../pictures/cache.ts';
import { takeOutOfSnapshot } from '../snapshot/renew.ts';
import { continueSnapshot, startSnapshot } from '../snapshot/take.ts';
import { selectSetAside } from '../store/dirty.ts';
import { getDocument } from '../store/documents.ts';
import { deleteGroup } from '../store/groups.ts';
import {
  deleteReports,
  insertAudit,
  selectAudit,
  selectQueue,
  selectReports,
  type QueuedRow,
} from '../store/moderation.ts';
import { isDeleted, selectRun, type RunRow } from '../store/runs.ts';
import { selectStorage } from '../store/storage.ts';
import { readGroup } from '../views/group-view.ts';

/** Time that one request spends on a rebuild or a snapshot; the timer does the rest. */
const LONG_WORK_MS = 20_000;
const REPORTS_PER_PAGE = 500;

/** The answer where the timer finished the rebuild first. */
const ALREADY_DONE = { done: true, generation: 0, drift: null };

async function readRunRow(db: D1Database, runId: string): Promise<RunRow> {
  const run = await selectRun(db, runId);
  if (!run) throw new ProblemError((await isDeleted(db, runId)) ? 'gone' : 'not-found');
  return run;
}

/** Pages of moderators are counted, because their order changes while they work. */
function readOffset(text: string | undefined): number {
  const offset = text === undefined ? 0 : decodeCursor(text, ['number'])?.[0];
  if (typeof offset !== 'number' || !Number.isInteger(offset) || offset < 0) {
    throw invalidParameter('cursor', 'is not a cursor of this list');
  }
  return offset;
}

/** What was declared, from the document: the row has the device's name only. */
async function readDeclaration(documents: R2Bucket, row: QueuedRow): Promise<Declaration> {
  return (await getDocument(documents, row))?.declared ?? { device: row.name };
}

const nextOf = (found: number, offset: number) =>
  found > MODERATION_PAGE ? encodeCursor([offset + MODERATION_PAGE]) : null;

export const moderation = new Hono<AppEnv>()
  .use('/admin/v1/*', moderatorsOnly)

  .get('/admin/v1/queue', async (c) => {
    const offset = readOffset(c.req.query('cursor'));
    const found = await selectQueue(c.env.DB, MODERATION_PAGE + 1, offset);
    const rows = found.slice(0, MODERATION_PAGE);
    const ids = rows.map(({ run_id }) => run_id);
    const reports = await selectReports(c.env.DB, ids, REPORTS_PER_PAGE);
    const declarations = await Promise.all(rows.map((row) => readDeclaration(c.env.DOCUMENTS, row)));
    return c.json(queueOf(rows, declarations, reports, nextOf(found.length, offset)));
  })

  .get('/admin/v1/set-aside', async (c) => c.json({ keys: await selectSetAside(c.env.DB, MODERATION_PAGE) }))

  .get('/admin/v1/storage', async (c) => {
    const measured = await selectStorage(c.env.DB);
    const status: StorageStatus = {
      measured_at: measured && new Date(measured.at_ms).toISOString(),
      shares: measured ? sharesOf(measured, c.env) : [],
    };
    return c.json(status);
  })

  .get('/admin/v1/audit', async (c) => {
    const offset = readOffset(c.req.query('cursor'));
    const found = await selectAudit(c.env.DB, MODERATION_PAGE + 1, offset);
    return c.json(auditListOf(found.slice(0, MODERATION_PAGE), nextOf(found.length, offset)));
  })

  .post('/admin/v1/runs/:run_id/status', async (c) => {
    const nowMs = Date.now();
    const { status, reason } = await readBody(c.req.raw, StatusChange, SMALL_BODY_LIMITS);
    const run = await readRunRow(c.env.DB, c.req.param('run_id'));
    const audit = insertAudit(c.env.DB, `run.${status}`, run.run_id, { from: run.status, reason }, nowMs);
    const isShown = status === 'published' || status === 'confirmed';
    const change = {
      status: isShown ? ('published' as const) : status,
      reasons: isShown ? [] : [reason],
      confirmed: status === 'confirmed',
    };
    await changeStatus(c.env, run, change, nowMs, [audit, deleteReports(c.env.DB, 'run_id', run.run_id)]);
    await forgetPicture(c.req.url, run.run_id);
    await takeOutOfSnapshot(c);
    refreshLater(c);
    return c.json({ run_id: run.run_id, status });
  })

  .delete('/admin/v1/runs/:run_id', async (c) => {
    const nowMs = Date.now();
    const run = await readRunRow(c.env.DB, c.req.param('run_id'));
    await removeRun(c.env, run, nowMs, [insertAudit(c.env.DB, 'run.delete', '', {}, nowMs)]);
    await forgetPicture(c.req.url, run.run_id);
    await takeOutOfSnapshot(c);
    refreshLater(c);
    return c.body(null, 204);
  })

  .delete('/admin/v1/groups/:group_id', async (c) => {
    const group = await readGroup(c.env.DB, c.req.param('group_id'));
    await c.env.DB.batch([
      ...deleteGroup(c.env.DB, group.group_id),
      insertAudit(c.env.DB, 'group.delete', '', {}, Date.now()),
    ]);
    return c.body(null, 204);
  })

  .post('/admin/v1/runs/:run_id/reports/close', async (c) => {
    const db = c.env.DB;
    const run = await readRunRow(db, c.req.param('run_id'));
    await db.batch([
      deleteReports(db, 'run_id', run.run_id),
      insertAudit(db, 'reports.close', run.run_id, {}, Date.now()),
    ]);
    return c.json({ run_id: run.run_id, closed: true });
  })

  .post('/admin/v1/networks/:network', async (c) => {
    const nowMs = Date.now();
    const text = c.req.param('network');
    const network = Number(text);
    if (!/^\d{1,5}$/.test(text) || network > 0xffff) throw new ProblemError('not-found', 'There is no such network.');
    const { action, reason } = await readBody(c.req.raw, NetworkChange, SMALL_BODY_LIMITS);
    const change = action === 'hide' ? hideNetwork : restoreNetwork;
    const changed = await change(c.env.DB, network, nowMs);
    await takeOutOfSnapshot(c);
    await insertAudit(c.env.DB, `network.${action}`, text, { runs: changed.runs, reason }, nowMs).run();
    refreshLater(c);
    return c.json({ network, ...changed });
  })

  .post('/admin/v1/rebuild', async (c) => {
    const db = c.env.DB;
    const startedMs = Date.now();
    await startRebuild(db);
    await insertAudit(db, 'rebuild', 'cells', {}, startedMs).run();
    let report = await continueRebuild(db, startedMs);
    while (report && !report.done && Date.now() - startedMs < LONG_WORK_MS)
      report = await continueRebuild(db, Date.now());
    refreshLater(c);
    return c.json(report ?? ALREADY_DONE, report?.done === false ? 202 : 200);
  })

  .post('/admin/v1/snapshot', async (c) => {
    const startedMs = Date.now();
    await startSnapshot(c.env.DB, startedMs);
    await insertAudit(c.env.DB, 'snapshot', 'runs', {}, startedMs).run();
    let hasMore = await continueSnapshot(c.env);
    while (hasMore && Date.now() - startedMs < LONG_WORK_MS) hasMore = await continueSnapshot(c.env);
    const answer: SnapshotTaken = { done: !hasMore };
    return c.json(answer, hasMore ? 202 : 200);
  });
