import {
  cutsOf,
  formatBoardId,
  formatClient,
  layoutOfScope,
  metricOf,
  type BoardClient,
  type BoardLayout,
  type BoardRow,
  type BoardSubject,
  type CutKeys,
  type CutKind,
  type MetricId,
  type MetricValues,
} from '@opfsmark/schema/boards';
import type { Cell } from './cell.ts';
import { familyName, filesystemName, interfaceName, usualName } from './names.ts';
import type { Standing } from './votes.ts';

/** A vote of a cut, as far as its row needs it. */
export interface LineVote {
  readonly standing: Standing;
  readonly run_id: string;
  readonly buckets: ReadonlyMap<MetricId, number>;
}

/** A run that stands for a vote. */
export interface VotingRun {
  /** The drive's model as it was declared. */
  readonly driveName: string;
  readonly metrics: MetricValues;
}

/** One line of the leaderboards: a device, a drive, a filesystem on a system, a version of a browser on a system. */
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
  /** `null`: it is named by the spelling that most use. */
  readonly drive: { readonly name: string | null; readonly isRejected: boolean };
  readonly cells: ReadonlyMap<string, Cell>;
  readonly votes: ReadonlyMap<string, readonly LineVote[]>;
  /** Those that stand for the votes, by id. */
  readonly runs: ReadonlyMap<string, VotingRun>;
}

/** What a line is made of besides its votes. */
interface Shape {
  /** Joined they tell the line from others; no slug and no family holds the sign between them. */
  readonly subject: readonly string[];
  readonly slug: string;
  readonly name: string;
  readonly filesystem?: string;
  /** Boards within one browser and system, besides or instead of the one of all. */
  readonly boards?: (layout: BoardLayout, metric: MetricId) => readonly string[];
}

interface Names {
  readonly device: string;
  readonly drive: string;
}

/** A line per cut: a new cut needs a row here. Cuts of what was not said have none. */
const SHAPES: Readonly<Record<CutKind, (keys: CutKeys, names: Names) => Shape>> = {
  device: ({ device }, names) => ({ subject: [device], slug: device, name: names.device }),
  drive: ({ drive }, names) => ({ subject: [drive], slug: drive, name: names.drive }),
  interface: (keys) => ({ subject: [keys.interface], slug: keys.interface, name: interfaceName(keys.interface) }),
  filesystem: ({ filesystem, os }) => ({
    subject: [filesystem, os],
    slug: filesystem,
    name: `${filesystemName(filesystem)} · ${familyName(os)}`,
    filesystem: filesystemName(filesystem),
  }),
  os: ({ os }) => ({ subject: [os], slug: os, name: familyName(os) }),
  browser: ({ os, browser, version }) => ({
    subject: [os, browser, version],
    slug: formatClient({ os, browser }),
    name: `${[familyName(browser), version].filter((part) => part !== '').join(' ')} · ${familyName(os)}`,
  }),
  // Its contenders are compared when they are read: `contenderTable`.
  client: ({ os, browser }) => ({
    subject: [os, browser],
    slug: formatClient({ os, browser }),
    name: `${familyName(browser)} · ${familyName(os)}`,
    boards: () => [],
  }),
  exact: ({ device, filesystem, os, browser }, names) => ({
    subject: [device, filesystem],
    slug: device,
    name: names.device,
    ...(filesystem !== '' && { filesystem: filesystemName(filesystem) }),
    boards: (layout, metric) => [
      ...boardsOf('device', metric, layout, { os, browser }),
      ...(filesystem === '' ? [] : boardsOf('device', metric, layout, { os, browser }, filesystem)),
    ],
  }),
};

function boardsOf(
  subject: BoardSubject,
  metric: MetricId,
  layout: BoardLayout,
  client: BoardClient | null,
  filesystem: string | null = null,
): string[] {
  if (!metricOf(metric).layouts.includes(layout)) return [];
  return [formatBoardId({ subject, metric, layout, client, filesystem })];
}

function boardsBy(kind: CutKind, layout: BoardLayout, metric: MetricId): readonly string[] {
  if (kind === 'exact' || kind === 'client' || metricOf(metric).withinClient) return [];
  return boardsOf(kind, metric, layout, null);
}

/** The lines that runs with these keys belong to. */
export function linesOf(keys: CutKeys, { device, drive, cells, votes, runs }: LineSources): Line[] {
  const layout = layoutOfScope(keys.scope);
  if (layout === null) throw new RangeError(`no scope: ${keys.scope}`);
  const cuts = Object.entries(cutsOf(keys)) as [CutKind, string][];
  const driveVotes = votes.get(cutsOf(keys).drive ?? '') ?? [];
  const usual = usualName(driveVotes.flatMap(({ run_id }) => runs.get(run_id)?.driveName ?? []));
  const names = { device: device.name, drive: drive.name ?? usual ?? keys.drive };
  const rejected: Partial<Record<CutKind, boolean>> = {
    device: device.isRejected,
    exact: device.isRejected,
    drive: drive.isRejected,
  };
  return cuts.map(([kind, cut]) => {
    const { subject, slug, name, filesystem, boards } = SHAPES[kind](keys, names);
    return {
      subject: subject.join('|'),
      shown: { slug, name },
      filesystem: filesystem ?? null,
      boards: (metric) => (boards ? boards(layout, metric) : boardsBy(kind, layout, metric)),
      cell: cells.get(cut),
      votes: votes.get(cut) ?? [],
      mayRank: rejected[kind] !== true,
    };
  });
}
