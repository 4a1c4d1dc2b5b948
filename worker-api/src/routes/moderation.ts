import { Hono } from 'hono';
import { mergeDevices } from '../aggregation/merge-devices.ts';
import { continueRebuild, startRebuild } from '../aggregation/rebuild.ts';
import { refreshLater } from '../aggregation/schedule.ts';
import { changeStatus } from '../aggregation/status.ts';
import type { AppEnv } from '../base/env.ts';
import { MODERATION_PAGE, SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from '../intake/body.ts';
import { moderatorsOnly } from '../moderation/access.ts';
import { DeviceChange, DeviceMerge, StatusChange } from '../moderation/schemas.ts';
import { auditListOf, heldListOf } from '../moderation/views.ts';
import { selectDevice, updateDeviceStatus } from '../store/devices.ts';
import { markDeviceDirty, selectSetAside } from '../store/dirty.ts';
import { insertAudit, selectAudit, selectHeld } from '../store/moderation.ts';
import { selectRun } from '../store/runs.ts';

/** Time that one request spends on a rebuild; the timer does the rest. */
const REBUILD_MS = 20_000;

/** The answer where the timer finished the rebuild first. */
const ALREADY_DONE = { done: true, generation: 0, drift: null };

export const moderation = new Hono<AppEnv>()
  .use('/admin/v1/*', moderatorsOnly)

  .get('/admin/v1/held', async (c) => c.json(heldListOf(await selectHeld(c.env.DB, MODERATION_PAGE))))

  .get('/admin/v1/set-aside', async (c) => c.json({ keys: await selectSetAside(c.env.DB, MODERATION_PAGE) }))

  .get('/admin/v1/audit', async (c) => c.json(auditListOf(await selectAudit(c.env.DB, MODERATION_PAGE))))

  .post('/admin/v1/runs/:run_id/status', async (c) => {
    const db = c.env.DB;
    const nowMs = Date.now();
    const { status, reason } = await readBody(c.req.raw, StatusChange, SMALL_BODY_LIMITS);
    const run = await selectRun(db, c.req.param('run_id'));
    if (!run) throw new ProblemError('not-found');
    if (run.status === 'deleted') throw new ProblemError('gone');
    const audit = insertAudit(db, `run.${status}`, run.run_id, { from: run.status, reason }, nowMs);
    await changeStatus(db, run, status, status === 'published' ? [] : [reason], nowMs, [audit]);
    refreshLater(c);
    return c.json({ run_id: run.run_id, status });
  })

  .post('/admin/v1/devices/:slug/status', async (c) => {
    const db = c.env.DB;
    const nowMs = Date.now();
    const { status } = await readBody(c.req.raw, DeviceChange, SMALL_BODY_LIMITS);
    const device = await selectDevice(db, c.req.param('slug'));
    if (!device) throw new ProblemError('not-found');
    await db.batch([
      updateDeviceStatus(db, device.slug, status),
      markDeviceDirty(db, device.slug, nowMs),
      insertAudit(db, `device.${status}`, device.slug, { from: device.status }, nowMs),
    ]);
    refreshLater(c);
    return c.json({ slug: device.slug, status });
  })

  .post('/admin/v1/devices/:slug/merge', async (c) => {
    const db = c.env.DB;
    const nowMs = Date.now();
    const { into } = await readBody(c.req.raw, DeviceMerge, SMALL_BODY_LIMITS);
    const [from, target] = [await selectDevice(db, c.req.param('slug')), await selectDevice(db, into)];
    if (!from || !target) throw new ProblemError('not-found', 'Both devices must exist.');
    if (from.slug === target.slug) throw new ProblemError('conflict', 'A device cannot be merged into itself.');
    const runs = await mergeDevices(db, from.slug, target.slug, nowMs);
    await insertAudit(db, 'device.merge', from.slug, { into: target.slug, runs }, nowMs).run();
    refreshLater(c);
    return c.json({ alias: from.slug, slug: target.slug, runs });
  })

  .post('/admin/v1/rebuild', async (c) => {
    const db = c.env.DB;
    const startedMs = Date.now();
    await startRebuild(db);
    await insertAudit(db, 'rebuild', 'cells', {}, startedMs).run();
    let report = await continueRebuild(db, startedMs);
    while (report && !report.done && Date.now() - startedMs < REBUILD_MS)
      report = await continueRebuild(db, Date.now());
    refreshLater(c);
    return c.json(report ?? ALREADY_DONE, report?.done === false ? 202 : 200);
  });
