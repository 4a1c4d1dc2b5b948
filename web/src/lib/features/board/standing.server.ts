import type { RunView, Stats } from '@opfsmark/schema/api';
import type { BoardLayout } from '@opfsmark/schema/boards';
import { boardUnit } from '@opfsmark/schema/families';
import { boardAddress, boardIdOf, type BoardQuery } from './query.ts';
import { metricOf, placeIn, rowOf, type Standing } from './standing.ts';
import { get, getBoard } from '$lib/base/api/read.server.ts';
import { getDevice } from '$lib/base/api/subjects.server.ts';

type Platform = Readonly<App.Platform> | undefined;

/** `null` where the run has no like: it is not of a standard plan, or was not measured on a drive. */
export async function getStanding(platform: Platform, origin: URL, view: RunView): Promise<Standing | null> {
  const { record, declared, device } = view;
  const metric = metricOf(view.metrics);
  const value = metric && view.metrics[metric.id];
  if (!metric || value == null) return null;
  const layout: BoardLayout = record.environment.engine === 'node' ? 'node' : record.environment.layout;
  const query: BoardQuery = {
    subject: 'device',
    metric,
    layout,
    client: null,
    filesystem: null,
    cursor: null,
    search: '',
  };
  const stats = new URL('/api/v1/stats', origin);
  const { family: os } = record.environment.client.os;
  const filesystem = (declared.filesystem ?? '').toLowerCase();
  stats.searchParams.set('cut', `f|${record.plan.suite}.${layout}|${filesystem}|${os}`);
  const [ofDevice, ofFilesystem, board] = await Promise.all([
    getDevice(platform, origin, device.slug),
    filesystem === '' ? null : get<Stats>(platform, stats),
    getBoard(platform, origin, boardIdOf(query), null),
  ]);
  const cells = ofDevice.ok ? ofDevice.value.layouts.find((own) => own.layout === layout)?.metrics : undefined;
  const row = board.ok ? rowOf(board.value.rows, device.slug) : null;
  return {
    metric,
    value,
    unit: boardUnit(metric.id),
    device: placeIn(cells, metric.id, value),
    filesystem: ofFilesystem?.ok ? placeIn(ofFilesystem.value.metrics, metric.id, value) : null,
    board: row && { rank: row.rank, tied: row.tied, href: boardAddress(query) },
  };
}
