import { Hono } from 'hono';
import type { ModelView } from '@opfsmark/schema/api';
import { BOARD_LAYOUTS, formatCut, layoutsWith, scopeOf, type DeviceList } from '@opfsmark/schema/boards';
import { slugOf, SUITE_VERSION } from '@opfsmark/schema/documents';
import type { AppEnv, Env } from '../base/env.ts';
import { DEVICES_PAGE, MAX_SEARCH_CHARACTERS } from '../base/limits.ts';
import { invalidParameter, ProblemError } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { trustsAll } from '../boards/policy.ts';
import { summarizeCohort } from '../boards/summary.ts';
import { CACHE } from '../middleware/headers.ts';
import { DATABASE, describeRoute, SEARCH, SLUG } from '../openapi/operation.ts';
import { selectCohorts } from '../store/cohorts.ts';
import { selectDevices, selectUnconfirmedDevices } from '../store/device-search.ts';
import { resolveModel, selectNamedModel, type ModelKind } from '../store/models.ts';
import { newestRuns } from '../views/run-item.ts';

/** A drive that no moderator has named is called what most of so many newest runs call it. */
const RUNS_NAMED_ON_PAGE = 50;

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
  answers: { 200: 'ModelView', 301: 'none' },
  problems: ['not-found', ...DATABASE],
});

const GET_DRIVE = describeRoute({
  id: 'getDrive',
  tag: 'boards',
  summary: 'A model of a drive: percentiles over networks, and its newest runs.',
  parameters: [SLUG],
  answers: { 200: 'ModelView', 301: 'none' },
  problems: ['not-found', ...DATABASE],
});

export const models = new Hono<AppEnv>()
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
    const model = await readModel(c.env, 'device', c.req.param('slug'));
    if (typeof model === 'string') return c.redirect(`/api/v1/devices/${encodeURIComponent(model)}`, 301);
    return c.json(model, 200, LIVE);
  })

  .get('/drives/:slug', GET_DRIVE, async (c) => {
    const model = await readModel(c.env, 'drive', c.req.param('slug'));
    if (typeof model === 'string') return c.redirect(`/api/v1/drives/${encodeURIComponent(model)}`, 301);
    return c.json(model, 200, LIVE);
  });

/** A model with its newest runs, or the slug of the one that it was merged into. */
async function readModel(env: Env, kind: ModelKind, asked: string): Promise<ModelView | string> {
  const db = readAnywhere(env.DB);
  const slug = await resolveModel(db, kind, asked);
  if (slug !== asked) return slug;
  const notThere = new ProblemError('not-found', `There is no such ${kind}.`);
  const model = await selectNamedModel(db, kind, slug, RUNS_NAMED_ON_PAGE);
  if (!model || model.status === 'rejected') throw notThere;
  const cuts = layoutsWith(kind).map((layout) => {
    const scope = scopeOf(SUITE_VERSION, layout);
    return {
      layout,
      cut: kind === 'device' ? formatCut(kind, { scope, device: slug }) : formatCut(kind, { scope, drive: slug }),
    };
  });
  const cohorts = await selectCohorts(
    db,
    cuts.map(({ cut }) => cut),
  );
  const runs = await newestRuns(env, db, { by: kind, value: slug });
  if (runs.length === 0 && model.status !== 'approved') throw notThere;
  const layouts = cuts.map(({ layout, cut }) => ({ layout, metrics: summarizeCohort(cohorts.get(cut)?.cohort) }));
  // That a drive is confirmed is written nowhere but in its lists.
  const isConfirmed =
    model.status !== 'pending' || (kind === 'drive' && layouts.some(({ metrics }) => metrics.length > 0));
  return {
    slug,
    name: model.name,
    status: isConfirmed || trustsAll(env) ? 'approved' : 'pending',
    layouts,
    runs,
  };
}
