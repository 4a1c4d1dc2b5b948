import {
  type BoardClient,
  type BoardLayout,
  type BoardParts,
  type BoardSubject,
  type CutKeys,
  type CutKind,
  formatBoardId,
  formatClient,
  formatCut,
  layoutOfScope,
  type MetricId,
  metricOf,
  parseCut,
  scopeOf,
} from '@opfsmark/schema/boards';
import { clientName, FILESYSTEMS, INTERFACES, SUITE_VERSION } from '@opfsmark/schema/documents';

/** The name of a browser or operating system: "macos" -> "macOS". An unknown family is shown as it is. */
export function familyName(family: string): string {
  return clientName({ family, major: null });
}

export function filesystemSlug(name: string): string {
  return name.toLowerCase();
}

export function filesystemName(slug: string): string {
  return FILESYSTEMS.find((name) => filesystemSlug(name) === slug) ?? slug;
}

/** "SD card" -> "sd-card" */
export function interfaceSlug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

export function interfaceName(slug: string): string {
  return INTERFACES.find((name) => interfaceSlug(name) === slug) ?? slug;
}

interface NamedDrive {
  readonly slug: string;
  readonly name: string;
}

/** The names of a row's subject. */
export interface SubjectNames {
  /** For links. */
  readonly slug: string;
  /** For people. */
  readonly name: string;
  readonly filesystem: string | null;
  /** Of a device, as they were declared: what moderators have made of them is asked when they are shown. */
  readonly drives?: readonly NamedDrive[];
}

/** One line of the leaderboards: a device, a drive, a filesystem on a system, a version of a browser on a system. */
interface BoardLine {
  /** Unique among the lines of a board. */
  readonly subject: string;
  readonly shown: SubjectNames;
  /** The boards it stands on. */
  readonly boards: (metric: MetricId) => readonly string[];
  readonly isRejected: boolean;
}

/** The name and status that moderators gave a device or a drive. */
interface ModelName {
  /** `null`: it is named by the spelling that most use. */
  readonly name: string | null;
  readonly isRejected: boolean;
}

/** Those of a line. */
export type ModelNames = Readonly<Record<'device' | 'drive', ModelName>>;

/** The parts of a line besides its values. */
interface Shape {
  /** Joined they tell the line from others; no slug and no family holds the sign between them. */
  readonly subject: readonly string[];
  readonly slug: string;
  readonly name: string;
  readonly filesystem?: string;
  readonly drives?: readonly NamedDrive[];
  /** Boards within one browser and system, besides or instead of the one of all. */
  readonly boards?: (layout: BoardLayout, metric: MetricId) => readonly string[];
}

interface Names {
  readonly device: string;
  readonly drive: string;
  readonly drives: readonly NamedDrive[];
}

/** A line per cut: a new cut needs a row here. Cuts of what was not said have none. */
const SHAPES: Readonly<Record<CutKind, (keys: CutKeys, names: Names) => Shape>> = {
  device: ({ device }, names) => ({ subject: [device], slug: device, name: names.device, drives: names.drives }),
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
    ...{ name: names.device, drives: names.drives },
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

/**
 * The line of a cut. Throws where the text is no cut of a board's scope.
 *
 * @param usual how most spell its device and drive
 */
export function lineOf(cut: string, { device, drive }: ModelNames, usual: Names): BoardLine {
  const parts = parseCut(cut);
  const keys = { ...NO_KEYS, ...parts?.keys };
  const layout = layoutOfScope(keys.scope);
  if (parts === null || layout === null) throw new RangeError(`no cut: ${cut}`);
  const { kind } = parts;
  const names = {
    device: device.name ?? (usual.device || keys.device),
    drive: drive.name ?? (usual.drive || keys.drive),
    drives: usual.drives,
  };
  const { subject, slug, name, filesystem, drives: named = [], boards } = SHAPES[kind](keys, names);
  return {
    subject: subject.join('|'),
    shown: { slug, name, filesystem: filesystem ?? null, ...(named.length > 0 && { drives: named }) },
    boards: (metric) => (boards ? boards(layout, metric) : boardsBy(kind, layout, metric)),
    isRejected:
      ((kind === 'device' || kind === 'exact') && device.isRejected) || (kind === 'drive' && drive.isRejected),
  };
}

/** Nobody has named or rejected anything. */
export const NO_MODEL_NAMES: ModelNames = {
  device: { name: null, isRejected: false },
  drive: { name: null, isRejected: false },
};
const UNNAMED: Names = { device: '', drive: '', drives: [] };

/** The slug that tells a cut's line from the others on its boards. */
export const subjectOf = (cut: string): string => lineOf(cut, NO_MODEL_NAMES, UNNAMED).subject;

/** The boards of a metric on which a cut stands. */
export const boardsOfCut = (cut: string, metric: MetricId): readonly string[] =>
  lineOf(cut, NO_MODEL_NAMES, UNNAMED).boards(metric);

const NO_KEYS: CutKeys = {
  ...{ scope: '', device: '', filesystem: '', os: '', browser: '' },
  ...{ version: '', drive: '', interface: '' },
};

/** How the cuts begin whose lines stand on a board. */
export function cutsPrefixOf({ subject, layout, client, filesystem }: BoardParts): string {
  const scope = scopeOf(SUITE_VERSION, layout);
  if (client === null) return `${subject}|${scope}|`;
  const cut = formatCut('exact', { scope, ...client, filesystem: filesystem ?? '', device: '' });
  return filesystem === null ? cut.slice(0, -1) : cut;
}
