import { Hono } from 'hono';
import {
  BOARD_LAYOUTS,
  FILESYSTEMS,
  SUITE_VERSION,
  type DeviceList,
  type DeviceView,
  type FilesystemList,
  type FilesystemView,
  type Stats,
} from '@opfsmark/schema';
import { familyName, filesystemName, filesystemSlug } from '../boards/names.ts';
import { summarise } from '../boards/summary.ts';
import { selectCells, selectCellsOf, selectGenerations } from '../store/cells.ts';
import { resolveDevice, selectDevice, selectDevices } from '../store/devices.ts';
import { NEWEST, runItem, selectRuns } from '../store/listing.ts';
import { slugOf } from '../intake/device-name.ts';
import type { AppEnv } from '../base/env.ts';
import { DEVICES_PAGE, RECENT_PAGE } from '../base/limits.ts';
import { CACHE } from '../middleware/headers.ts';
import { ProblemError } from '../base/problem.ts';

const MOST_QUESTION = 80;
const LIVE = { 'cache-control': CACHE.live };
const CUT = /^(?:d\|[^|]+\|[^|]+|f\|[^|]+\|[^|]+\|[^|]+|o\|[^|]+\|[^|]+\|[^|]+|x\|[^|]+\|[^|]+\|[^|]*\|[^|]+\|[^|]+)$/;

export const devices = new Hono<AppEnv>()
  .get('/devices', async (c) => {
    const question = c.req.query('q') ?? '';
    if (question.length > MOST_QUESTION) {
      const detail = `is longer than ${MOST_QUESTION} characters`;
      throw new ProblemError('invalid-parameter', '', [{ pointer: '/q', detail }]);
    }
    const prefix = slugOf(question.normalize('NFKC'));
    const rows = await selectDevices(c.env.DB.withSession('first-unconstrained'), prefix, '', DEVICES_PAGE);
    const list: DeviceList = { devices: rows.map(({ slug, name }) => ({ slug, name })) };
    return c.json(list, 200, LIVE);
  })

  .get('/devices/:slug', async (c) => {
    const db = c.env.DB.withSession('first-unconstrained');
    const slug = await resolveDevice(db, c.req.param('slug'));
    if (slug !== c.req.param('slug')) return c.redirect(`/api/v1/devices/${encodeURIComponent(slug)}`, 301);
    const device = await selectDevice(db, slug);
    if (!device || device.status === 'rejected') throw new ProblemError('not-found', 'There is no such device.');
    const [generation = 1] = await selectGenerations(db);
    const cutOf = (layout: string) => `d|${SUITE_VERSION}.${layout}|${slug}`;
    const cells = await selectCells(db, generation, BOARD_LAYOUTS.map(cutOf));
    const runs = await selectRuns(db, { by: 'device', value: slug }, NEWEST, RECENT_PAGE);
    const view: DeviceView = {
      slug,
      name: device.name,
      status: device.status,
      layouts: BOARD_LAYOUTS.map((layout) => ({ layout, metrics: summarise(cells.get(cutOf(layout))) })),
      runs: runs.map(runItem),
    };
    return c.json(view, 200, LIVE);
  })

  .get('/filesystems', (c) => {
    const list: FilesystemList = { filesystems: FILESYSTEMS.map((name) => ({ slug: filesystemSlug(name), name })) };
    return c.json(list, 200, { 'cache-control': CACHE.document });
  })

  .get('/filesystems/:fs', async (c) => {
    const slug = c.req.param('fs');
    const name = filesystemName(slug);
    if (filesystemSlug(name) !== slug || !FILESYSTEMS.some((known) => known === name)) {
      throw new ProblemError('not-found', 'There is no such filesystem.');
    }
    const db = c.env.DB.withSession('first-unconstrained');
    const [generation = 1] = await selectGenerations(db);
    const runs = await selectRuns(db, { by: 'filesystem', value: slug }, NEWEST, RECENT_PAGE);
    const byLayout = await Promise.all(
      BOARD_LAYOUTS.map(async (layout) => {
        const prefix = `f|${SUITE_VERSION}.${layout}|${slug}|`;
        const found = await selectCellsOf(db, generation, prefix);
        return [...found].map(([cut, cell]) => ({
          os: familyName(cut.slice(prefix.length)),
          layout,
          metrics: summarise(cell),
        }));
      }),
    );
    const view: FilesystemView = { slug, name, cells: byLayout.flat(), runs: runs.map(runItem) };
    return c.json(view, 200, LIVE);
  })

  .get('/stats', async (c) => {
    const cut = c.req.query('cut') ?? '';
    if (!CUT.test(cut)) throw new ProblemError('invalid-parameter', '', [{ pointer: '/cut', detail: 'is not a cut' }]);
    const db = c.env.DB.withSession('first-unconstrained');
    const [generation = 1] = await selectGenerations(db);
    const cell = (await selectCells(db, generation, [cut])).get(cut);
    const stats: Stats = { cut, runs: cell?.runs ?? 0, metrics: summarise(cell) };
    return c.json(stats, 200, LIVE);
  });
