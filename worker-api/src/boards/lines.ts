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
import type { Cell } from './cell.ts';
import { familyName, filesystemName } from './names.ts';
import type { Standing } from './votes.ts';

/** A vote of a cut, as far as its row needs it. */
export interface LineVote {
  readonly standing: Standing;
  readonly run_id: string;
  readonly buckets: ReadonlyMap<MetricId, number>;
}

/** One line of the leaderboards: a device, a filesystem on a system, a browser on a system, or a system. */
export interface Line {
  /** Unique among the lines of a board. */
  readonly subject: string;
  readonly shown: BoardRow['subject'];
  readonly filesystem: string | null;
  /** The boards it stands on. */
  readonly boards: (metric: MetricId) => readonly string[];
  readonly cell: Cell | undefined;
  /** Some of the cut's votes. */
  readonly votes: readonly LineVote[];
  readonly mayRank: boolean;
}

export interface LineSources {
  readonly device: { readonly name: string; readonly isRejected: boolean };
  readonly cells: ReadonlyMap<string, Cell>;
  readonly votes: ReadonlyMap<string, readonly LineVote[]>;
}

/** A line's subject; no slug and no family of browsers or systems holds the sign between its parts. */
const joinKey = (...parts: readonly string[]) => parts.join('|');

/** The lines that runs with these keys belong to. */
export function linesOf(keys: CutKeys, { device, cells, votes }: LineSources): Line[] {
  const { filesystem, os, browser } = keys;
  const layout = layoutOfScope(keys.scope);
  const cuts = cutsOf(keys);
  if (layout === null) throw new RangeError(`no scope: ${keys.scope}`);
  const client: BoardClient = { os, browser };
  const shownDevice = { slug: keys.device, name: device.name };
  const votesOf = (by: CutKind) => ({ cell: cells.get(cuts[by] ?? ''), votes: votes.get(cuts[by] ?? '') ?? [] });
  const votesOfDevice = (by: CutKind) => ({ ...votesOf(by), mayRank: !device.isRejected });
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
