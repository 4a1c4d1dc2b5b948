import { Hono } from 'hono';
import { mergeDevices, unmergeDevice } from '../aggregation/merge-devices.ts';
import { refreshLater } from '../aggregation/schedule.ts';
import type { AppEnv } from '../base/env.ts';
import { MODERATION_PAGE, SMALL_BODY_LIMITS } from '../base/limits.ts';
import { ProblemError } from '../base/problem.ts';
import { readBody } from '../intake/body.ts';
import { cleanName, slugOf } from '../intake/declaration.ts';
import { moderatorsOnly } from '../moderation/access.ts';
import { DeviceChange, DeviceMerge, DeviceName } from '../moderation/schemas.ts';
import { resolveDevice, selectDevice, updateDevice, type DeviceRow } from '../store/devices.ts';
import { markDeviceDirty } from '../store/dirty.ts';
import { insertAudit, selectAliases } from '../store/moderation.ts';

async function readDevice(db: D1Database, slug: string): Promise<DeviceRow> {
  const device = await selectDevice(db, slug);
  if (!device) throw new ProblemError('not-found', 'There is no such device.');
  return device;
}

/** What moderators do to devices. */
export const deviceModeration = new Hono<AppEnv>()
  .use('/admin/v1/*', moderatorsOnly)

  .get('/admin/v1/aliases', async (c) => c.json({ aliases: await selectAliases(c.env.DB, MODERATION_PAGE) }))

  .post('/admin/v1/devices/:slug/status', async (c) => {
    const db = c.env.DB;
    const nowMs = Date.now();
    const { status } = await readBody(c.req.raw, DeviceChange, SMALL_BODY_LIMITS);
    const device = await readDevice(db, c.req.param('slug'));
    await db.batch([
      ...updateDevice(db, { ...device, status }),
      markDeviceDirty(db, device.slug, nowMs),
      insertAudit(db, `device.${status}`, device.slug, { from: device.status }, nowMs),
    ]);
    refreshLater(c);
    return c.json({ slug: device.slug, status });
  })

  .post('/admin/v1/devices/:slug/rename', async (c) => {
    const db = c.env.DB;
    const nowMs = Date.now();
    const { name } = await readBody(c.req.raw, DeviceName, SMALL_BODY_LIMITS);
    const device = await readDevice(db, c.req.param('slug'));
    const clean = cleanName(name);
    await db.batch([
      ...updateDevice(db, { ...device, name: clean, renamed: 1 }),
      markDeviceDirty(db, device.slug, nowMs),
      insertAudit(db, 'device.rename', device.slug, { from: device.name }, nowMs),
    ]);
    refreshLater(c);
    return c.json({ slug: device.slug, name: clean });
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

  .post('/admin/v1/devices/:slug/unmerge', async (c) => {
    const db = c.env.DB;
    const nowMs = Date.now();
    const alias = c.req.param('slug');
    const device = await resolveDevice(db, alias);
    if (device === alias) throw new ProblemError('not-found', 'It is not another name of a device.');
    const runs = await unmergeDevice(db, { alias, device, slugOf }, nowMs);
    await insertAudit(db, 'device.unmerge', alias, { from: device, runs }, nowMs).run();
    refreshLater(c);
    return c.json({ alias, slug: device, runs });
  });
