import { type RunView, UNUSUAL } from '@opfsmark/schema/api';
import type { Called } from '@opfsmark/schema/client';
import {
  type Board,
  boardLayoutOf,
  type BoardParts,
  formatBoardId,
  formatCut,
  metricOf,
  OFFERED_METRIC_IDS,
  scopeOf,
} from '@opfsmark/schema/boards';
import { boardAddress, readBoardQuery } from './query.ts';
import { burstBytes, isRecordOf } from '@opfsmark/schema/families';
import {
  comparedOf,
  crowdsOf,
  cutAround,
  placeIn,
  placeOnBoard,
  rowOf,
  type Standing,
  type Sustained,
  sustainedIn,
} from './standing.ts';
import { get, getBoard } from '$lib/base/api/read.server.ts';
import type { Crowd } from '@opfsmark/schema/answer';
import { error, type ServerLoadEvent } from '@sveltejs/kit';

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
  const { record, declared, device } = view;
  const layout = boardLayoutOf(record);
  const metric = OFFERED_METRIC_IDS.find((id) => view.metrics[id] !== undefined && !metricOf(id).withinClient);
  const value = metric && view.metrics[metric];
  if (layout === null || metric === undefined || value === undefined) return null;

  const scope = scopeOf(record.plan.suite, layout);
  const filesystem = declared.filesystem?.toLowerCase();
  const placeInCut = async (cut: string) => {
    const stats = await get(platform, origin, '/api/v1/stats', { query: { cut } });
    return stats.ok ? placeIn(stats.value.metrics, metric, value) : null;
  };
  const parts: BoardParts = { subject: 'device', metric, layout, client: null, filesystem: null };
  const [ofDevice, ofFilesystem, board, sustained] = await Promise.all([
    placeInCut(formatCut('device', { scope, device: device.slug })),
    filesystem === undefined
      ? null
      : placeInCut(formatCut('filesystem', { scope, filesystem, os: record.environment.client.os.family })),
    getBoard(platform, origin, formatBoardId(parts), null),
    getSustained(platform, origin, view),
  ]);
  const row = board.ok ? rowOf(board.value.rows, device.slug) : null;
  return {
    metric,
    value,
    unit: metricOf(metric).unit,
    device: ofDevice,
    filesystem: ofFilesystem,
    sustained,
    board: row && { rank: row.rank, tied: row.tied },
    listed: board.ok && !row && view.status === 'published' ? listedOn(board.value, view, value) : null,
    href: boardAddress(parts),
  };
}

const listedOn = (board: Board, { unranked_because, device }: RunView, value: number) =>
  unranked_because.includes(UNUSUAL) ? 'unusual' : placeOnBoard(board, device.slug, value);

/** The networks that have the same system: one row read. */
export async function getCrowds(platform: Platform, origin: URL, { record, metrics }: RunView): Promise<Crowd[]> {
  const cut = cutAround(record);
  const compared = comparedOf(record, metrics);
  if (cut === null || compared.length === 0) return [];
  const stats = await get(platform, origin, '/api/v1/stats', { query: { cut } });
  return stats.ok ? crowdsOf(stats.value.metrics, compared) : [];
}

/**
 * What the page of a device, a drive or a filesystem shows. One that nobody knows is a state of the page: there is something
 * to say about it.
 */
export async function readSubject<View>(
  { url, locals, setHeaders }: Pick<ServerLoadEvent, 'url' | 'locals' | 'setHeaders'>,
  asked: Promise<Called<View>>,
): Promise<{ view: View | null; metric: ReturnType<typeof readBoardQuery>['metric'] }> {
  const answer = await asked;
  setHeaders({ 'cache-control': 'no-store' });
  const { metric } = readBoardQuery(url.searchParams);
  if (answer.ok) return { view: answer.value, metric };
  if (answer.status === 400 || answer.status === 404 || answer.status === 422) {
    locals.isMissing = true;
    return { view: null, metric };
  }
  return error(503, { message: 'the service does not answer', kind: 'service_down' });
}
