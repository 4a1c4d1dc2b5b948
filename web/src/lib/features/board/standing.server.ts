import { UNUSUAL, type RunView } from '@opfsmark/schema/api';
import {
  boardLayoutOf,
  formatBoardId,
  formatCut,
  metricOf,
  OFFERED_METRIC_IDS,
  scopeOf,
  type Board,
  type BoardParts,
} from '@opfsmark/schema/boards';
import { boardAddress } from './query.ts';
import { burstBytes, isRecordOf } from '@opfsmark/schema/families';
import { placeIn, placeOnBoard, rowOf, sustainedIn, type Standing, type Sustained } from './standing.ts';
import { get, getBoard } from '$lib/base/api/read.server.ts';

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
