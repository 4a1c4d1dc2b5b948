import {
  cutsOf,
  formatBoardId,
  formatClient,
  layoutOfScope,
  metricOf,
  type BoardClient,
  type BoardRow,
  type BoardSubject,
  type CutKeys,
  type CutKind,
  type MetricId,
} from '@opfsmark/schema/boards';
import type { BucketCounts } from './buckets.ts';
import type { Cell } from './cell.ts';
import { familyName, filesystemName } from './names.ts';

/** One of the newest runs of a cut. */
export interface RecentRun {
  readonly run_id: string;
  readonly status: 'published' | 'held';
  /** JSON */
  readonly metrics: string;
}

/** One line of the leaderboards: a device, a filesystem on a system, a browser on a system, or a system. */
export interface Line {
  /** Unique among the lines of a board. */
  readonly subject: string;
  readonly shown: BoardRow['subject'];
  readonly filesystem: string | null;
  /** The boards it stands on. */
  readonly boards: (metric: MetricId) => readonly string[];
  readonly votes: ReadonlyMap<string, BucketCounts>;
  readonly runs: number;
  /** Newest first. */
  readonly recent: readonly RecentRun[];
  readonly mayRank: boolean;
}

export interface LineSources {
  readonly device: { readonly name: string; readonly status: 'pending' | 'approved' | 'rejected' };
  readonly cells: ReadonlyMap<string, Cell>;
  readonly recent: Readonly<Record<CutKind, readonly RecentRun[]>>;
}

/** A line's subject; no slug and no family of browsers or systems holds the sign between its parts. */
const joinKey = (...parts: readonly string[]) => parts.join('|');

/** The lines that runs with these keys belong to. */
export function linesOf(keys: CutKeys, { device, cells, recent }: LineSources): Line[] {
  const { filesystem, os, browser } = keys;
  const layout = layoutOfScope(keys.scope);
  const cuts = cutsOf(keys);
  if (layout === null) throw new RangeError(`no scope: ${keys.scope}`);
  const client: BoardClient = { os, browser };
  const shownDevice = { slug: keys.device, name: device.name };
  const votesOf = (by: CutKind) => {
    const cell = cells.get(cuts[by] ?? '');
    return { votes: cell?.votes ?? new Map<string, BucketCounts>(), runs: cell?.runs ?? 0, recent: recent[by] };
  };
  // A rejected device keeps its lines without content, so that its entries are removed.
  const votesOfDevice = (by: CutKind) => ({
    ...(device.status === 'rejected' ? { votes: new Map<string, BucketCounts>(), runs: 0, recent: [] } : votesOf(by)),
    mayRank: device.status === 'approved',
  });
  const boardsOf = (subject: BoardSubject, metric: MetricId, within: BoardClient | null, own: string | null = null) =>
    metricOf(metric).layouts.includes(layout)
      ? [formatBoardId({ subject, metric, layout, client: within, filesystem: own })]
      : [];
  const boardsBy = (subject: BoardSubject) => (metric: MetricId) =>
    metricOf(metric).withinClient ? [] : boardsOf(subject, metric, null);

  return [
    {
      subject: keys.device,
      shown: shownDevice,
      filesystem: null,
      boards: boardsBy('device'),
      ...votesOfDevice('device'),
    },
    {
      subject: joinKey(keys.device, filesystem),
      shown: shownDevice,
      filesystem: filesystem === '' ? null : filesystemName(filesystem),
      boards: (metric) => [
        ...boardsOf('device', metric, client),
        ...(filesystem === '' ? [] : boardsOf('device', metric, client, filesystem)),
      ],
      ...votesOfDevice('exact'),
    },
    {
      subject: joinKey(os, browser),
      shown: { slug: formatClient(client), name: `${familyName(browser)} · ${familyName(os)}` },
      filesystem: null,
      boards: boardsBy('browser'),
      mayRank: true,
      ...votesOf('browser'),
    },
    {
      subject: os,
      shown: { slug: os, name: familyName(os) },
      filesystem: null,
      boards: boardsBy('os'),
      mayRank: true,
      ...votesOf('os'),
    },
    ...(filesystem === ''
      ? []
      : [
          {
            subject: joinKey(filesystem, os),
            shown: { slug: filesystem, name: `${filesystemName(filesystem)} · ${familyName(os)}` },
            filesystem: filesystemName(filesystem),
            boards: boardsBy('filesystem'),
            mayRank: true,
            ...votesOf('filesystem'),
          },
        ]),
  ];
}
