import { Hono } from 'hono';
import type { FilesystemList, FilesystemView, ModelView, Stats } from '@opfsmark/schema/api';
import {
  BOARD_LAYOUTS,
  CUT_KINDS,
  type DeviceList,
  formatCut,
  layoutsWith,
  parseCut,
  scopeOf,
} from '@opfsmark/schema/boards';
import { FILESYSTEMS, slugOf, SUITE_VERSION } from '@opfsmark/schema/documents';
import type { AppEnv, Env } from '../base/env.ts';
import { DEVICES_PAGE, MAX_SEARCH_CHARACTERS } from '../base/limits.ts';
import { invalidParameter, ProblemError } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { familyName, filesystemSlug } from '../boards/lines.ts';
import { trustsAll } from '../boards/policy.ts';
import { summarizeCohort } from '../boards/ranking.ts';
import { CACHE } from '../middleware/index.ts';
import { DATABASE, describeRoute, parameter, SEARCH, SLUG, TEXT } from '../openapi/operation.ts';
import { selectCohorts, selectCohortsByPrefix } from '../store/cohorts.ts';
import { selectDevices, selectUnconfirmedDevices } from '../store/device-search.ts';
import { type ModelKind, resolveModel, selectNamedModel } from '../store/models.ts';
import { newestRuns } from '../views/run-view.ts';

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

const GET_MODEL = {
  tag: 'boards',
  parameters: [SLUG],
  answers: { 200: 'ModelView', 301: 'none' },
  problems: ['not-found', ...DATABASE],
} as const;
const GET_DEVICE = describeRoute({
  ...GET_MODEL,
  id: 'getDevice',
  summary: 'A device: percentiles over networks, and its newest runs.',
});
const GET_DRIVE = describeRoute({
  ...GET_MODEL,
  id: 'getDrive',
  summary: 'A model of a drive: percentiles over networks, and its newest runs.',
});

/** More than there are families of operating systems. */
const MAX_SYSTEMS = 20;

const LIST_FILESYSTEMS = describeRoute({
  id: 'listFilesystems',
  tag: 'boards',
  summary: 'The filesystems that can be declared.',
  answers: { 200: 'FilesystemList' },
  problems: [],
});

const GET_FILESYSTEM = describeRoute({
  id: 'getFilesystem',
  tag: 'boards',
  summary: 'A filesystem: percentiles over networks per operating system, and its newest runs.',
  parameters: [parameter('path', 'fs', TEXT)],
  answers: { 200: 'FilesystemView' },
  problems: ['not-found', ...DATABASE],
});

const GET_STATS = describeRoute({
  id: 'getStats',
  tag: 'boards',
  summary: `Percentiles of one cut: ${Object.entries(CUT_KINDS)
    .map(([kind, keys]) => [kind, ...keys].join('|'))
    .join(', ')}.`,
  parameters: [parameter('query', 'cut', { type: 'string', maxLength: 600 }, true)],
  answers: { 200: 'Stats' },
  problems: ['invalid-parameter', ...DATABASE],
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
  })

  .get('/filesystems', LIST_FILESYSTEMS, (c) => {
    const list: FilesystemList = { filesystems: FILESYSTEMS.map((name) => ({ slug: filesystemSlug(name), name })) };
    return c.json(list, 200, { 'cache-control': CACHE.document });
  })

  .get('/filesystems/:fs', GET_FILESYSTEM, async (c) => {
    const slug = c.req.param('fs');
    const name = FILESYSTEMS.find((known) => filesystemSlug(known) === slug);
    if (name === undefined) throw new ProblemError('not-found', 'There is no such filesystem.');
    const db = readAnywhere(c.env.DB);
    const runs = await newestRuns(c.env, db, { by: 'filesystem', value: slug });
    const cells = await Promise.all(
      layoutsWith('filesystem').map(async (layout) => {
        const scope = scopeOf(SUITE_VERSION, layout);
        // Without an operating system it is how the cuts of all of them begin.
        const prefix = formatCut('filesystem', { scope, filesystem: slug, os: '' });
        const found = await selectCohortsByPrefix(db, prefix, MAX_SYSTEMS);
        return found.map(({ cut, cohort }) => ({
          os: familyName(parseCut(cut)?.keys.os ?? ''),
          layout,
          metrics: summarizeCohort(cohort),
        }));
      }),
    );
    const view: FilesystemView = { slug, name, cells: cells.flat(), runs };
    return c.json(view, 200, LIVE);
  })

  .get('/stats', GET_STATS, async (c) => {
    const cut = c.req.query('cut') ?? '';
    if (parseCut(cut) === null) throw invalidParameter('cut', 'is not a cut');
    const stored = (await selectCohorts(readAnywhere(c.env.DB), [cut])).get(cut);
    const answer: Stats = { cut, runs: stored?.runs ?? 0, metrics: summarizeCohort(stored?.cohort) };
    return c.json(answer, 200, LIVE);
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
