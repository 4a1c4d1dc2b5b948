import { Hono } from 'hono';
import type { FilesystemList, FilesystemView, ModelView, Stats } from '@opfsmark/schema/api';
import {
  type BoardParts,
  CUT_KINDS,
  type DeviceList,
  formatCut,
  layoutsWith,
  parseCut,
  scopeOf,
} from '@opfsmark/schema/boards';
import { FILESYSTEMS, slugOf, SUITE_VERSION } from '@opfsmark/schema/documents';
import type { AppEnv, Db, Env } from '../base/env.ts';
import { MAX_SEARCH_CHARACTERS } from '../base/limits.ts';
import { invalidParameter, ProblemError } from '../base/problem.ts';
import { readAnywhere } from '../base/sessions.ts';
import { familyName, filesystemSlug, subjectOf } from '../boards/lines.ts';
import { policyNameOf, policyOf } from '../boards/policy.ts';
import { CACHE } from '../middleware/index.ts';
import { DATABASE, describeRoute, parameter, SEARCH, SLUG, TEXT } from '../openapi/operation.ts';
import { selectCohortsByPrefix } from '../store/cohorts.ts';
import type { ListedRun } from '../store/listing.ts';
import { selectDevices, selectUnconfirmedDevices } from '../store/device-search.ts';
import { readList } from '../store/lists.ts';
import { type ModelKind, resolveModel, selectModels, selectNamedModel } from '../store/models.ts';
import { selectWarnings } from '../store/warnings.ts';
import { runItemOf, selectNewest, shownRuns } from '../views/run-view.ts';
import { readSummaries, readSummary } from '../views/summaries.ts';

/** Rows per page; one more is read to see whether there is another page. */
const DEVICES_PAGE = 50;

/** A drive that no moderator has named is called what most of so many newest runs call it. */
const RUNS_NAMED_ON_PAGE = 50;

const LIST_DEVICES = describeRoute({
  id: 'listDevices',
  tag: 'boards',
  summary:
    'Listed devices with every word of `q` in their name, confirmed ones first, and of each those that begin with `q`.',
  parameters: [SEARCH],
  answers: { 200: 'called' },
  problems: ['invalid-parameter', ...DATABASE],
});

const GET_MODEL = {
  tag: 'boards',
  parameters: [SLUG],
  answers: { 200: 'called', 301: 'none' },
  problems: ['not-found', ...DATABASE],
} as const;
const GET_DEVICE = describeRoute({
  ...GET_MODEL,
  id: 'getDevice',
  summary: 'A device: its metrics as boards list it, its drives, and its newest runs.',
});
const GET_DRIVE = describeRoute({
  ...GET_MODEL,
  id: 'getDrive',
  summary: 'A model of a drive: its metrics as boards list it, and its newest runs.',
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
  summary: 'A filesystem: its metrics per operating system as boards list it, and its newest runs.',
  parameters: [parameter('path', 'fs', TEXT)],
  answers: { 200: 'called' },
  problems: ['not-found', ...DATABASE],
});

const GET_STATS = describeRoute({
  id: 'getStats',
  tag: 'boards',
  summary: `Metrics of one cut, over internet providers: ${Object.entries(CUT_KINDS)
    .map(([kind, keys]) => [kind, ...keys].join('|'))
    .join(', ')}.`,
  parameters: [parameter('query', 'cut', { type: 'string', maxLength: 600 }, true)],
  answers: { 200: 'called' },
  problems: ['invalid-parameter', ...DATABASE],
});

export const models = new Hono<AppEnv>()
  .get('/devices', LIST_DEVICES, async (c) => {
    const text = c.req.query('q') ?? '';
    if (text.length > MAX_SEARCH_CHARACTERS) {
      throw invalidParameter('q', `is longer than ${MAX_SEARCH_CHARACTERS} characters`);
    }
    const db = readAnywhere(c.env.DB);
    const searchSlug = slugOf(text.normalize('NFKC'));
    // Signs alone are in no name; without a text it is the list of all.
    const isNothing = searchSlug === '' && text.trim() !== '';
    const confirmedDevices = isNothing ? [] : await selectDevices(db, searchSlug, DEVICES_PAGE);
    const roomLeft = isNothing ? 0 : DEVICES_PAGE - confirmedDevices.length;
    const known = new Set(confirmedDevices.map(({ slug }) => slug));
    const otherDevices = roomLeft > 0 ? await findUnconfirmed(c.env, db, searchSlug, roomLeft, known) : [];
    const mark = policyNameOf(c.env) === 'open' ? {} : { unconfirmed: true };
    const list: DeviceList = {
      devices: [
        ...confirmedDevices.map(({ slug, name }) => ({ slug, name })),
        ...otherDevices.map(({ slug, name }) => ({ slug, name, ...mark })),
      ],
    };
    return c.json(list, 200, CACHE.live);
  })

  .get('/devices/:slug', GET_DEVICE, async (c) => {
    const model = await readModel(c.env, 'device', c.req.param('slug'));
    if (typeof model === 'string') return c.redirect(`/api/v1/devices/${encodeURIComponent(model)}`, 301);
    return c.json(model, 200, CACHE.live);
  })

  .get('/drives/:slug', GET_DRIVE, async (c) => {
    const model = await readModel(c.env, 'drive', c.req.param('slug'));
    if (typeof model === 'string') return c.redirect(`/api/v1/drives/${encodeURIComponent(model)}`, 301);
    return c.json(model, 200, CACHE.live);
  })

  .get('/filesystems', LIST_FILESYSTEMS, (c) => {
    const list: FilesystemList = { filesystems: FILESYSTEMS.map((name) => ({ slug: filesystemSlug(name), name })) };
    return c.json(list, 200, CACHE.document);
  })

  .get('/filesystems/:fs', GET_FILESYSTEM, async (c) => {
    const slug = c.req.param('fs');
    const name = FILESYSTEMS.find((filesystem) => filesystemSlug(filesystem) === slug);
    if (name === undefined) throw new ProblemError('not-found', 'There is no such filesystem.');
    const db = readAnywhere(c.env.DB);
    const [runs, warnings] = await Promise.all([
      selectNewest(db, { by: 'filesystem', value: slug }),
      selectWarnings(db),
    ]);
    const layoutCuts = await Promise.all(
      layoutsWith('filesystem').map(async (layout) => {
        const scope = scopeOf(SUITE_VERSION, layout);
        // Without an operating system it is how the cuts of all of them begin.
        const prefix = formatCut('filesystem', { scope, filesystem: slug, os: '' });
        const countedCuts = (await selectCohortsByPrefix(db, prefix, MAX_SYSTEMS)).map(({ cut }) => cut);
        const listedCuts = runs.filter((run) => run.scope === scope).map((run) => formatCut('filesystem', run));
        return [...new Set([...countedCuts, ...listedCuts])].toSorted().map((cut) => ({ layout, cut }));
      }),
    );
    const cuts = layoutCuts.flat();
    const summaries = await readSummaries(
      c.env,
      db,
      cuts.map(({ cut }) => cut),
      warnings,
    );
    const cells = cuts.map(({ layout, cut }, i) => ({
      os: familyName(parseCut(cut)?.keys.os ?? ''),
      layout,
      metrics: summaries[i]?.metrics ?? [],
    }));
    const shown = await shownRuns(db, runs, summaries);
    const view: FilesystemView = {
      slug,
      name,
      cells,
      runs: shown.map((run) => runItemOf(run, policyOf(c.env), warnings)),
    };
    return c.json(view, 200, CACHE.live);
  })

  .get('/stats', GET_STATS, async (c) => {
    const cut = c.req.query('cut') ?? '';
    if (parseCut(cut) === null) throw invalidParameter('cut', 'is not a cut');
    const answer: Stats = { cut, ...(await readSummary(c.env, readAnywhere(c.env.DB), cut)) };
    return c.json(answer, 200, CACHE.live);
  });

/** Every run of the grid has it, also where memory answered its reads. */
const SEARCHED_BOARD: BoardParts = {
  subject: 'device',
  metric: 'seq1m_q8t1_write',
  layout: 'shared',
  client: null,
  filesystem: null,
};

/** Devices of a search that nobody has confirmed, without those that are known. */
async function findUnconfirmed(env: Env, db: Db, searchSlug: string, limit: number, known: ReadonlySet<string>) {
  const { heads, folded } = await readList(db, SEARCHED_BOARD, policyOf(env));
  const listed = [...heads, ...folded]
    .map(({ cut, name }) => ({ slug: subjectOf(cut), name }))
    .filter(({ slug }) => !known.has(slug));
  const scope = scopeOf(SUITE_VERSION, SEARCHED_BOARD.layout);
  return selectUnconfirmedDevices(db, searchSlug, limit, { listed, scope });
}

/** A model with its newest runs, or the slug of the one that it was merged into. */
async function readModel(env: Env, kind: ModelKind, requestedSlug: string): Promise<ModelView | string> {
  const db = readAnywhere(env.DB);
  const slug = await resolveModel(db, kind, requestedSlug);
  if (slug !== requestedSlug) return slug;
  const notThere = new ProblemError('not-found', `There is no such ${kind}.`);
  const model = await selectNamedModel(db, kind, slug, RUNS_NAMED_ON_PAGE);
  if (!model || model.status === 'rejected') throw notThere;
  const [runs, warnings] = await Promise.all([selectNewest(db, { by: kind, value: slug }), selectWarnings(db)]);
  if (runs.length === 0 && model.status !== 'approved') throw notThere;
  const cuts = layoutsWith(kind).map((layout) => {
    const scope = scopeOf(SUITE_VERSION, layout);
    return {
      layout,
      cut: kind === 'device' ? formatCut(kind, { scope, device: slug }) : formatCut(kind, { scope, drive: slug }),
    };
  });
  const summaries = await readSummaries(
    env,
    db,
    cuts.map(({ cut }) => cut),
    warnings,
  );
  const shown = await shownRuns(db, runs, summaries);
  const layouts = cuts.map(({ layout }, i) => ({ layout, metrics: summaries[i]?.metrics ?? [] }));
  const isConfirmed = model.status !== 'pending' || summaries.some((summary) => summary.isConfirmed);
  return {
    slug,
    name: model.renamed === 1 ? model.name : (summaries.find(({ name }) => name !== null)?.name ?? model.name),
    status: isConfirmed || policyNameOf(env) === 'open' ? 'approved' : 'pending',
    drives: kind === 'device' ? await drivesOf(db, shown) : [],
    layouts,
    runs: shown.map((run) => runItemOf(run, policyOf(env), warnings)),
  };
}

const DRIVES_NAMED = 6;

const providersOf = (runs: readonly ListedRun[]) => new Set(runs.map(({ provider }) => provider)).size;

/** Those that most providers name first, of as many those of most runs. */
const byVoices = ([, a]: [string, readonly ListedRun[]], [, b]: [string, readonly ListedRun[]]) =>
  providersOf(b) - providersOf(a) || b.length - a.length;

/** How most providers spell the drive of some runs, and of as many most runs, then the oldest. */
function usualSpelling(runs: readonly ListedRun[]): string {
  const spellings = [...Map.groupBy(runs.toReversed(), ({ drive_name }) => drive_name)];
  return spellings.toSorted(byVoices)[0]?.[0] ?? '';
}

/** The drives of some runs, those that most providers name first: each as a moderator has named it, or most spell it. */
async function drivesOf(db: Db, runs: readonly ListedRun[]): Promise<ModelView['drives']> {
  const bySlug = [...Map.groupBy(runs, ({ drive }) => drive)].filter(([slug]) => slug !== '');
  const usualDrives = bySlug.toSorted(byVoices).slice(0, DRIVES_NAMED);
  const modelsBySlug = await selectModels(
    db,
    'drive',
    usualDrives.map(([slug]) => slug),
  );
  return usualDrives.flatMap(([slug, driveRuns]) => {
    const model = modelsBySlug.get(slug);
    if (model?.status === 'rejected') return [];
    return [{ slug, name: model?.renamed === 1 ? model.name : usualSpelling(driveRuns) }];
  });
}
