import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { DeviceChange, DeviceMerge, StatusChange } from '../moderation/schemas.ts';
import { readBody } from '../intake/body.ts';
import { continueRebuild, startRebuild } from '../aggregation/rebuild.ts';
import { refreshLater } from '../aggregation/schedule.ts';
import { equalHex, sha256Hex } from '../base/crypto.ts';
import { audited, selectAudit, selectHeld } from '../store/audit.ts';
import { mergeDevices, selectDevice } from '../store/devices.ts';
import { selectRun } from '../store/runs.ts';
import { changeStatus } from '../aggregation/status.ts';
import type { AppEnv } from '../base/env.ts';
import { SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';

const PAGE = 100;
/** A request may take so long; what is left of a rebuild is done by the timer. */
const REBUILD_MS = 20_000;

/** Somebody else finished it meanwhile. */
const NOTHING_TO_DO = { done: true, generation: 0, drift: null };

const moderatorsOnly = createMiddleware<AppEnv>(async (c, next) => {
  const expected = c.env.ADMIN_TOKEN_SHA256 ?? '';
  if (!/^[0-9a-f]{64}$/.test(expected)) throw new ProblemError('not-found', 'Administration is off.');
  const token = /^Bearer (\S{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1];
  if (token === undefined) throw new ProblemError('unauthorized', '', [], { 'www-authenticate': 'Bearer' });
  if (!equalHex(await sha256Hex(token), expected)) throw new ProblemError('forbidden');
  await next();
});

export const admin = new Hono<AppEnv>()
  .use('/admin/v1/*', moderatorsOnly)

  .get('/admin/v1/held', async (c) => c.json({ runs: await selectHeld(c.env.DB, PAGE) }))

  .get('/admin/v1/audit', async (c) => c.json({ entries: await selectAudit(c.env.DB, PAGE) }))

  .post('/admin/v1/runs/:run_id/status', async (c) => {
    const change = await readBody(c.req.raw, StatusChange, SMALL_BODY_LIMITS);
    const run = await selectRun(c.env.DB, c.req.param('run_id'));
    if (!run) throw new ProblemError('not-found');
    if (run.status === 'deleted') throw new ProblemError('gone');
    const reasons = change.status === 'published' ? [] : [change.reason];
    const log = audited(c.env.DB, `run.${change.status}`, run.run_id, { from: run.status, reason: change.reason });
    await changeStatus(c.env.DB, run, change.status, reasons, Date.now(), [log]);
    refreshLater(c);
    return c.json({ run_id: run.run_id, status: change.status });
  })

  .post('/admin/v1/devices/:slug/status', async (c) => {
    const { status } = await readBody(c.req.raw, DeviceChange, SMALL_BODY_LIMITS);
    const device = await selectDevice(c.env.DB, c.req.param('slug'));
    if (!device) throw new ProblemError('not-found');
    await c.env.DB.batch([
      c.env.DB.prepare('UPDATE device SET status = ?2 WHERE slug = ?1').bind(device.slug, status),
      c.env.DB.prepare(
        `INSERT INTO dirty (keys, since_ms)
         SELECT DISTINCT scope || '|' || device || '|' || filesystem || '|' || os || '|' || browser, ?2
         FROM run WHERE device = ?1 AND scope <> ''
         ON CONFLICT DO UPDATE SET since_ms = max(since_ms + 1, excluded.since_ms)`,
      ).bind(device.slug, Date.now()),
      audited(c.env.DB, `device.${status}`, device.slug, { from: device.status }),
    ]);
    refreshLater(c);
    return c.json({ slug: device.slug, status });
  })

  .post('/admin/v1/devices/:slug/merge', async (c) => {
    const { into } = await readBody(c.req.raw, DeviceMerge, SMALL_BODY_LIMITS);
    const [from, target] = [await selectDevice(c.env.DB, c.req.param('slug')), await selectDevice(c.env.DB, into)];
    if (!from || !target) throw new ProblemError('not-found', 'Both devices must exist.');
    if (from.slug === target.slug) throw new ProblemError('conflict', 'A device cannot be merged into itself.');
    const runs = await mergeDevices(c.env.DB, from.slug, target.slug, Date.now());
    await audited(c.env.DB, 'device.merge', from.slug, { into: target.slug, runs }).run();
    refreshLater(c);
    return c.json({ alias: from.slug, slug: target.slug, runs });
  })

  .post('/admin/v1/rebuild', async (c) => {
    const startedMs = Date.now();
    await startRebuild(c.env.DB);
    await audited(c.env.DB, 'rebuild', 'cells', {}).run();
    let report = await continueRebuild(c.env.DB, startedMs);
    while (report && !report.done && Date.now() - startedMs < REBUILD_MS) {
      report = await continueRebuild(c.env.DB, Date.now());
    }
    refreshLater(c);
    return c.json(report ?? NOTHING_TO_DO, report?.done === false ? 202 : 200);
  });
