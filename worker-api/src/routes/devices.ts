import { Hono } from 'hono';
import type { DeviceView } from '@opfsmark/schema/api';
import { BOARD_LAYOUTS, formatCut, layoutsWith, scopeOf, type DeviceList } from '@opfsmark/schema/boards';
import { slugOf, SUITE_VERSION } from '@opfsmark/schema/documents';
import type { AppEnv } from '../base/env.ts';
import { DEVICES_PAGE, MAX_SEARCH_CHARACTERS, RECENT_PAGE, RUNS_SPREAD } from '../base/limits.ts';
import { invalidParameter, ProblemError } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { trustsAll } from '../boards/policy.ts';
import { summarizeCohort } from '../boards/summary.ts';
import { CACHE } from '../middleware/headers.ts';
import { DATABASE, describeRoute, SEARCH, SLUG } from '../openapi/operation.ts';
import { selectCohorts } from '../store/cohorts.ts';
import { selectDevices, selectUnconfirmedDevices } from '../store/device-search.ts';
import { NEWEST, selectRuns, spreadOverNetworks } from '../store/listing.ts';
import { resolveModel, selectModel } from '../store/models.ts';
import { runItemOf } from '../views/run-item.ts';

const LIVE = { 'cache-control': CACHE.live };

const LIST_DEVICES = describeRoute({
  id: 'listDevices',
  tag: 'boards',
  summary:
    'Listed devices with every word of `q` in their name, confirmed ones first, and of each those that begin with `q`.',
  parameters: [SEARCH],
  answers: { 200: 'DeviceList' },
  problems: ['invalid-parameter', ...DATABASE],
});

const GET_DEVICE = describeRoute({
  id: 'getDevice',
  tag: 'boards',
  summary: 'A device: percentiles over networks, and its newest runs.',
  parameters: [SLUG],
  answers: { 200: 'DeviceView', 301: 'none' },
  problems: ['not-found', ...DATABASE],
});

export const devices = new Hono<AppEnv>()
  .get('/devices', LIST_DEVICES, async (c) => {
    const text = c.req.query('q') ?? '';
    if (text.length > MAX_SEARCH_CHARACTERS) {
      throw invalidParameter('q', `is longer than ${MAX_SEARCH_CHARACTERS} characters`);
    }
    const db = readAnywhere(c.env.DB);
    const wanted = slugOf(text.normalize('NFKC'));
    // Signs alone are in no name; without a text it is the list of all.
    const isNothing = wanted === '' && text.trim() !== '';
    const confirmed = isNothing ? [] : await selectDevices(db, wanted, DEVICES_PAGE);
    const left = isNothing ? 0 : DEVICES_PAGE - confirmed.length;
    const scopes = BOARD_LAYOUTS.map((layout) => scopeOf(SUITE_VERSION, layout));
    const others = left > 0 ? await selectUnconfirmedDevices(db, wanted, scopes, left) : [];
    const mark = trustsAll(c.env) ? {} : { unconfirmed: true };
    const list: DeviceList = {
      devices: [
        ...confirmed.map(({ slug, name }) => ({ slug, name })),
        ...others.map(({ slug, name }) => ({ slug, name, ...mark })),
      ],
    };
    return c.json(list, 200, LIVE);
  })

  .get('/devices/:slug', GET_DEVICE, async (c) => {
    const db = readAnywhere(c.env.DB);
    const slug = await resolveModel(db, 'device', c.req.param('slug'));
    if (slug !== c.req.param('slug')) return c.redirect(`/api/v1/devices/${encodeURIComponent(slug)}`, 301);
    const device = await selectModel(db, 'device', slug);
    if (!device || device.status === 'rejected') throw new ProblemError('not-found', 'There is no such device.');
    const cuts = layoutsWith('device').map((layout) => ({
      layout,
      cut: formatCut('device', { scope: scopeOf(SUITE_VERSION, layout), device: slug }),
    }));
    const cohorts = await selectCohorts(
      db,
      cuts.map(({ cut }) => cut),
    );
    const runs = spreadOverNetworks(
      await selectRuns(db, { by: 'device', value: slug }, NEWEST, RUNS_SPREAD),
      RECENT_PAGE,
    );
    if (runs.length === 0 && device.status !== 'approved')
      throw new ProblemError('not-found', 'There is no such device.');
    const view: DeviceView = {
      slug,
      name: device.name,
      status: device.status === 'confirmed' || trustsAll(c.env) ? 'approved' : device.status,
      layouts: cuts.map(({ layout, cut }) => ({ layout, metrics: summarizeCohort(cohorts.get(cut)?.cohort) })),
      runs: runs.map((run) => runItemOf(run, trustsAll(c.env))),
    };
    return c.json(view, 200, LIVE);
  });
