import type { CellSummary, ModelView, RunItem, RunView } from '@opfsmark/schema/api';
import { answerOf } from '@opfsmark/schema/answer/of';
import type { Called } from '@opfsmark/schema/client';
import {
  type Board,
  boardLayoutOf,
  type BoardParts,
  formatBoardId,
  formatCut,
  layoutsWith,
  type MetricId,
  metricOf,
  OFFERED_METRIC_IDS,
  scopeOf,
  type BoardRow,
} from '@opfsmark/schema/boards';
import {
  boardAddress,
  type BoardQuery,
  leadingMetric,
  measuredMetrics,
  metricsOn,
  readBoardQuery,
  writtenMetric,
} from './query.ts';
import { isEmpty, type ModelPlace } from './rows.ts';
import { burstBytes } from '@opfsmark/schema/families/matrix/flushes';
import { isRecordOf } from '@opfsmark/schema/families';
import {
  comparedOf,
  peerGroupsOf,
  cutAround,
  placeAmongDrives,
  placeIn,
  placeOnBoard,
  type Standing,
  type Sustained,
  sustainedIn,
} from './standing.ts';
import { get, getBoard, getRun } from '$lib/base/api/read.server.ts';
import type { PeerGroup, PlaceAmongDrives } from '@opfsmark/schema/answer';
import { error, type ServerLoadEvent } from '@sveltejs/kit';

const rowOf = (rows: readonly BoardRow[], slug: string): BoardRow | null =>
  rows.find(({ subject }) => subject.slug === slug) ?? null;

type Platform = Readonly<App.Platform> | undefined;

const SUSTAINED: BoardParts = {
  subject: 'device',
  metric: 'sustained_write',
  layout: 'sustained',
  client: null,
  filesystem: null,
};

async function getSustained(platform: Platform, origin: URL, { record, device }: RunView): Promise<Sustained | null> {
  // Without a burst of its own there is nothing that it stands beside.
  if (!isRecordOf(record, 'matrix') || burstBytes(record.plan) === null) return null;
  const scope = scopeOf(record.plan.suite, SUSTAINED.layout);
  const cut = formatCut('device', { scope, device: device.slug });
  const stats = await get(platform, origin, '/api/v1/stats', { query: { cut } });
  return stats.ok ? sustainedIn(stats.value.metrics, boardAddress(SUSTAINED)) : null;
}

/** `null` where the run has nothing like it: its plan was changed, or none of its numbers is ranked. */
export async function getStanding(platform: Platform, origin: URL, view: RunView): Promise<Standing | null> {
  const { record, declared, device, drive } = view;
  const layout = boardLayoutOf(record);
  const metric = leadingMetric(OFFERED_METRIC_IDS.filter((id) => view.metrics[id] !== undefined));
  const value = metric === null ? undefined : view.metrics[metric];
  if (layout === null || metric === null || value === undefined || metricOf(metric).withinClient) return null;

  const scope = scopeOf(record.plan.suite, layout);
  const filesystem = declared.filesystem?.toLowerCase();
  const placeInCut = async (cut: string) => {
    const stats = await get(platform, origin, '/api/v1/stats', { query: { cut } });
    return stats.ok ? placeIn(stats.value.metrics, metric, value) : null;
  };
  const parts: BoardParts = { subject: 'device', metric, layout, client: null, filesystem: null };
  const [ofDrive, ofDevice, ofFilesystem, board, sustained] = await Promise.all([
    drive === null ? null : placeInCut(formatCut('drive', { scope, drive: drive.slug })),
    placeInCut(formatCut('device', { scope, device: device.slug })),
    filesystem === undefined
      ? null
      : placeInCut(formatCut('filesystem', { scope, filesystem, os: record.environment.client.os.family })),
    getBoard(platform, origin, formatBoardId(parts)),
    getSustained(platform, origin, view),
  ]);
  const row = board.ok ? rowOf(board.value.rows, device.slug) : null;
  return {
    metric,
    value,
    unit: metricOf(metric).unit,
    drive: ofDrive,
    device: ofDevice,
    filesystem: ofFilesystem,
    sustained,
    board:
      board.ok && row?.ranked
        ? { rank: row.ranked.place, tied: row.ranked.tied, isAlone: board.value.total === 1 }
        : null,
    listed: board.ok && !row?.ranked && view.status === 'published' ? listedOn(board.value, view, value) : null,
    href: boardAddress(parts),
  };
}

function listedOn(board: Board, { trust, device }: RunView, value: number): Standing['listed'] {
  return trust === 0 ? 'placeless' : placeOnBoard(board, device.slug, value);
}

/** The others that have the same system. */
interface Peers {
  readonly groups: readonly PeerGroup[];
  readonly place: PlaceAmongDrives | null;
}

export const NO_PEERS: Peers = { groups: [], place: null };

/** The others that have the same system, on the rulers and by points: what is summed up of them already. */
export async function getPeers(platform: Platform, origin: URL, { record, metrics }: RunView): Promise<Peers> {
  const cut = cutAround(record);
  const comparisons = comparedOf(record, metrics);
  if (cut === null || comparisons.length === 0) return NO_PEERS;
  const stats = await get(platform, origin, '/api/v1/stats', { query: { cut } });
  if (!stats.ok) return NO_PEERS;
  const { metrics: cells } = stats.value;
  return { groups: peerGroupsOf(cells, comparisons), place: placeAmongDrives(cells, metrics) };
}

/** A page of a board, and its query: the first page where the cursor is none of this board in this order. */
async function readPage(platform: Platform, url: URL, query: BoardQuery) {
  const answer = await getBoard(platform, url, formatBoardId(query), query);
  if (answer.ok || answer.status !== 400 || query.cursor === null) return { query, answer };
  const firstQuery = { ...query, cursor: null };
  return { query: firstQuery, answer: await getBoard(platform, url, formatBoardId(query), firstQuery) };
}

/**
 * The board that an address asks for. Where it names no figure and nothing is listed by the first one, which needs reads
 * from the drive, it is the board of what every run has; where it names no browser and no layout either, that of the first
 * other layout which has runs. Where nothing is listed by any of them, it is the first that has references. So no address
 * reads more than four, and one whose cursor is none five.
 *
 * @param boards those that there are
 */
export async function findBoard(
  platform: Platform,
  url: URL,
  requestedQuery: BoardQuery,
  boards: readonly BoardParts[],
) {
  const { query: askedQuery, answer } = await readPage(platform, url, requestedQuery);
  if (url.searchParams.has('metric') || !answer.ok || !isEmpty(answer.value)) return { query: askedQuery, answer };
  const empty = [{ query: askedQuery, answer }];
  const isFree = !url.searchParams.has('layout') && requestedQuery.client === null;
  const other = isFree ? boards.find(({ layout }) => layout !== requestedQuery.layout)?.layout : undefined;
  for (const layout of [requestedQuery.layout, ...(other ? [other] : [])]) {
    const metrics = [metricsOn(layout)[0], writtenMetric(layout)].filter((id) => id && !metricOf(id).withinClient);
    for (const metric of new Set(metrics)) {
      if (!metric || (layout === requestedQuery.layout && metric === requestedQuery.metric)) continue;
      const { query, answer: otherAnswer } = await readPage(platform, url, { ...askedQuery, layout, metric });
      if (!otherAnswer.ok) continue;
      if (!isEmpty(otherAnswer.value)) return { query, answer: otherAnswer };
      empty.push({ query, answer: otherAnswer });
    }
  }
  return empty.find((one) => one.answer.value.references) ?? { query: askedQuery, answer };
}

async function getPlace(
  { platform, url }: Pick<ServerLoadEvent, 'platform' | 'url'>,
  parts: BoardParts,
  slug: string,
): Promise<ModelPlace | null> {
  const board = await getBoard(platform, url, formatBoardId(parts));
  if (!board.ok) return null;
  const rows = [...board.value.rows, ...(board.value.folded ?? [])];
  const row = rows.find((candidate) => candidate.subject.slug === slug);
  return row
    ? {
        value: row.value,
        position: row.position,
        fold: row.fold ?? null,
        total: board.value.total,
        ranked: row.ranked,
        href: boardAddress(parts),
      }
    : null;
}

/** The lead of a device or a drive: the run that stands for it, as its own page does, and where it stands. */
async function readLead(
  event: Pick<ServerLoadEvent, 'platform' | 'url'>,
  kind: 'device' | 'drive',
  { slug, layouts, runs }: ModelView,
  { metric, measured }: Pick<Opened, 'metric' | 'measured'>,
) {
  const leadingId = leadingMetric(measured);
  const cellOf = (id: MetricId | null) =>
    layouts.flatMap(({ layout, metrics }) =>
      metrics.flatMap((cell) => (cell.metric === id ? { layout, cell } : [])),
    )[0];
  const standing = cellOf(leadingId);
  const runId = standing?.cell.run_id ?? runs[0]?.run_id;
  const layout = cellOf(metric)?.layout;
  const parts = layout && { subject: kind, metric, layout, client: null, filesystem: null };
  const [run, place] = await Promise.all([
    runId === undefined ? null : getRun(event.platform, event.url, runId),
    parts && !metricOf(metric).withinClient ? getPlace(event, parts, slug) : null,
  ]);
  const typical = run?.ok
    ? {
        run_id: run.value.run_id,
        created_at: run.value.created_at,
        leading: standing ? leadingId : null,
        answer: answerOf(run.value.record),
      }
    : null;
  return { typical, place };
}

/** A device or a drive, with what it says first. */
export async function readModelPage(
  event: ServerLoadEvent,
  kind: 'device' | 'drive',
  pendingView: Promise<Called<ModelView>>,
) {
  const subject = await readSubject(event, pendingView, kind, ({ layouts }) => layouts);
  const { typical, place } = subject.view
    ? await readLead(event, kind, subject.view, subject)
    : { typical: null, place: null };
  return { ...subject, typical, place };
}

/** The metric by which a page opens, and those that can be chosen. */
interface Opened {
  readonly metric: MetricId;
  readonly measured: readonly MetricId[];
}

interface Subject {
  readonly runs: readonly RunItem[];
}
type Cells = readonly { readonly metrics: readonly CellSummary[] }[];

/**
 * The content of the page of a device, a drive or a filesystem. One that nobody knows is a state of the page: there is something
 * to say about it.
 */
export async function readSubject<View extends Subject>(
  { url, locals }: Pick<ServerLoadEvent, 'url' | 'locals'>,
  pendingView: Promise<Called<View>>,
  kind: 'device' | 'drive' | 'filesystem',
  cellsOf: (view: View) => Cells,
): Promise<Opened & { view: View | null }> {
  const answer = await pendingView;
  const { metric } = readBoardQuery(url.searchParams);
  if (answer.ok) {
    const view = answer.value;
    const cells = cellsOf(view).flatMap(({ metrics }) => metrics);
    const measuredIds = measuredMetrics(layoutsWith(kind), cells, view.runs);
    const openingMetric = measuredIds.includes(metric) ? metric : (leadingMetric(measuredIds) ?? metric);
    return { view, metric: openingMetric, measured: measuredIds };
  }
  if (answer.status === 400 || answer.status === 404 || answer.status === 422) {
    locals.isMissing = true;
    return { view: null, metric, measured: [] };
  }
  return error(503, { message: 'the service does not answer', kind: 'service_down' });
}
