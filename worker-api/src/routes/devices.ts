import { Hono } from 'hono';
import type { DeviceList } from '@opfsmark/schema';
import { slugOf } from '../device-name.ts';
import { selectDevices } from '../db/devices.ts';
import type { AppEnv } from '../env.ts';

const PAGE = 50;

export const devices = new Hono<AppEnv>().get('/devices', async (c) => {
  const prefix = slugOf((c.req.query('q') ?? '').normalize('NFKC').slice(0, 80));
  const rows = await selectDevices(c.env.DB.withSession('first-unconstrained'), prefix, '', PAGE);
  const list: DeviceList = { devices: rows.map(({ slug, name }) => ({ slug, name })) };
  return c.json(list);
});
